import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';
import { type BackupManifest, FORMAT } from '../../../../src/core/backup/backup-manifest.js';
import { refuseUnfit } from '../../../../src/core/backup/restore-backup.js';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';

const KEY_SECRET = 'a secret of more than thirty-two characters';
const OTHER_SECRET = 'another secret of more than thirty-two characters';
/** `printf 'fingerprint:%s' "$KEY_SECRET" | sha256sum | cut -c 1-8` */
const VERSION = '23405d21';

let folder: string;
let dataDirectory: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weather-backup-'));
  dataDirectory = mkdtempSync(join(tmpdir(), 'weather-machine-'));
});
afterEach(() => {
  for (const directory of [folder, dataDirectory]) rmSync(directory, { recursive: true });
});

/** Checks a backup, as `restore` does before the database is open. */
function check(changes: Partial<BackupManifest>, environment: Record<string, string> = {}): void {
  const manifest: BackupManifest = {
    format: FORMAT,
    createdAt: '2026-11-28T00:00:00Z',
    migrations: [],
    keySecretVersion: VERSION,
    tables: [],
    files: [],
    ...changes,
  };
  const configuration = loadConfiguration({ DATA_DIR: dataDirectory, ...environment });
  refuseUnfit({ manifest, folder, configuration, features: OWN_FEATURE_SET });
}

test('a backup is restored only with the key secret that its keys are hashed with', () => {
  expect(() => check({}, { KEY_SECRET })).not.toThrow();
  expect(() => check({})).toThrow('set KEY_SECRET to the one used before');
  expect(() => check({}, { KEY_SECRET: OTHER_SECRET })).toThrow(`with the fingerprint ${VERSION}…`);
  // That one can't be restored as the previous secret either.
  expect(() => check({}, { KEY_SECRET: OTHER_SECRET, KEY_SECRET_PREVIOUS: KEY_SECRET })).toThrow(
    `with the fingerprint ${VERSION}…`,
  );
  // Without any key, it is all the same.
  expect(() => check({ keySecretVersion: null }, { KEY_SECRET: OTHER_SECRET })).not.toThrow();
});

test('a backup that contains its key secret is restored with no other', () => {
  const files = ['key-secret'];
  writeFileSync(join(folder, 'key-secret'), `${KEY_SECRET}\n`);
  expect(() => check({ files })).not.toThrow();
  expect(() => check({ files }, { KEY_SECRET })).not.toThrow();
  expect(() => check({ files }, { KEY_SECRET: OTHER_SECRET })).toThrow("doesn't match the backup");

  writeFileSync(join(folder, 'key-secret'), OTHER_SECRET);
  expect(() => check({ files })).toThrow("doesn't match the backup");
});

test.each(['key-secret', 'usage/0b/0000000001.segment'])(
  'no backup is restored where there is %s',
  (file) => {
    const path = join(dataDirectory, file);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, KEY_SECRET);
    expect(() => check({}, { KEY_SECRET })).toThrow(`it has ${path}. Restore into an empty DATA_DIR.`);
  },
);

test('a backup of a newer version is refused', () => {
  const migrations = ['accounts/Migration99991231235959'];
  expect(() => check({ migrations }, { KEY_SECRET })).toThrow(
    'newer schema than this version knows: accounts/Migration99991231235959',
  );
});
