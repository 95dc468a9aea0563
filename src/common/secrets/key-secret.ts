import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secret that keys the hashes of API keys; without a given one it is made once and kept in the data directory. */
export function loadKeySecret(dataDirectory: string, given: string | undefined): string {
  if (given !== undefined) return given;
  const path = join(dataDirectory, 'key-secret');
  mkdirSync(dataDirectory, { recursive: true });
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
