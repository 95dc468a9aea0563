import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from '@jest/globals';

const DEBIAN = '/usr/lib/postgresql';

const program = findPsql();
if (program === undefined && process.env.CI) throw new Error('psql is not installed, and CI skips nothing.');
if (program === undefined) console.warn('Skipped, since psql is not installed: what libpq itself does.');

/** For tests that compare with PostgreSQL's own client; skipped if it is not installed. */
export const testWithPsql = program === undefined ? test.skip : test;

/** Returns psql's output for a statement, or undefined if psql fails, for example to log in. */
export async function psql(url: string, statement: string, home: string): Promise<string | undefined> {
  const parameters = ['--no-psqlrc', '--tuples-only', '--no-align', '--command', statement, url];
  try {
    const { stdout } = await promisify(execFile)(program!, parameters, { env: { HOME: home } });
    return stdout.trim();
  } catch {
    return undefined;
  }
}

function findPsql(): string | undefined {
  try {
    const newest = readdirSync(DEBIAN)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1);
    return newest && join(DEBIAN, newest, 'bin/psql');
  } catch {
    return undefined;
  }
}
