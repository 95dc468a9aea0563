import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locateBinaries, mendLinks } from '../../../../src/core/database/embedded-postgres/binaries.js';
import { findUnprivilegedPrefix } from '../../../../src/core/database/embedded-postgres/unprivileged-command.js';

describe('locateBinaries', () => {
  test('finds executable programs', () => {
    const { postgres, initdb, pgCtl } = locateBinaries();
    for (const program of [postgres, initdb, pgCtl]) {
      expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toContain('(PostgreSQL) 18.');
    }
  });

  test('reports a platform without an installed package', () => {
    expect(() => locateBinaries({ platform: 'freebsd', arch: 'riscv64' })).toThrow(
      'There is no embedded PostgreSQL for freebsd-riscv64 (the optional package ' +
        "@embedded-postgres/freebsd-riscv64 isn't installed).",
    );
  });
});

describe('mendLinks', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'binaries-'));
    mkdirSync(join(directory, 'native/lib'), { recursive: true });
    writeFileSync(join(directory, 'native/lib/libpq.so.5.18'), 'library');
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    writeFileSync(join(directory, 'native/pg-symlinks.json'), JSON.stringify(links));
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  test('creates the links that an install script would have created, and is idempotent', () => {
    mendLinks(directory, 'a-package');
    mendLinks(directory, 'a-package');
    expect(readlinkSync(join(directory, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
  });

  test('says what to run if it cannot create them', () => {
    rmSync(join(directory, 'native/lib'), { recursive: true });
    expect(() => mendLinks(directory, 'a-package')).toThrow('run `npm rebuild a-package`');
  });
});

describe('findUnprivilegedPrefix', () => {
  test('runs programs as a user other than root', async () => {
    const prefix = await findUnprivilegedPrefix(locateBinaries().postgres, join(tmpdir(), 'not-there-yet'));
    const [file, ...parameters] = [...prefix, 'id', '-u'];
    expect(execFileSync(file, parameters, { encoding: 'utf8' }).trim()).not.toBe('0');
  });
});
