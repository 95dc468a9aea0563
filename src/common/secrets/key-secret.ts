import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '../../config/configuration.js';
import { SecretHasherService } from './secret-hasher.service.js';
import { SecretSealerService } from './secret-sealer.service.js';

const SHORTEST_SECRET = 32;

/**
 * The secret that keys the hashes of API keys; without a given one it is made once and kept in the data directory.
 * @throws Error when the kept one is not whole: to go on with another would make every key invalid.
 */
export function loadKeySecret(dataDirectory: string, given: string | undefined): string {
  if (given !== undefined) return given;
  const path = join(dataDirectory, 'key-secret');
  mkdirSync(dataDirectory, { recursive: true });
  createOnce(path, `${randomBytes(32).toString('base64url')}\n`);
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < SHORTEST_SECRET) throw new Error(`${path} is damaged: restore it from a backup.`);
  return secret;
}

/** The hasher of a service with this configuration. */
export function createSecretHasher({
  dataDirectory,
  keySecret,
  keySecretPrevious,
}: Configuration): SecretHasherService {
  return new SecretHasherService(loadKeySecret(dataDirectory, keySecret), keySecretPrevious);
}

/** The sealer of a service with this configuration. */
export function createSecretSealer({
  dataDirectory,
  keySecret,
  keySecretPrevious,
}: Configuration): SecretSealerService {
  return new SecretSealerService(loadKeySecret(dataDirectory, keySecret), keySecretPrevious);
}

/** The file appears whole, by a link, or stays as it is. */
function createOnce(path: string, content: string): void {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, content, { mode: 0o600, flush: true });
  try {
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary);
  }
}
