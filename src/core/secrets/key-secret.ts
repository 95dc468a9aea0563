import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '../config/configuration.js';
import { SecretHasherService } from './secret-hasher.service.js';
import { SecretSealerService } from './secret-sealer.service.js';

const SHORTEST_SECRET = 32;

/**
 * Returns the secret that keys the hashes of API keys. If none is given, it is generated once and kept in the data
 * directory.
 * @throws Error if the stored secret is damaged: continuing with another would invalidate every key.
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

export function createSecretHasher({
  dataDirectory,
  keySecret,
  keySecretPrevious,
}: Configuration): SecretHasherService {
  return new SecretHasherService(loadKeySecret(dataDirectory, keySecret), keySecretPrevious);
}

export function createSecretSealer({
  dataDirectory,
  keySecret,
  keySecretPrevious,
}: Configuration): SecretSealerService {
  return new SecretSealerService(loadKeySecret(dataDirectory, keySecret), keySecretPrevious);
}

/** Creates the file atomically, by a hard link, unless it exists. */
function createOnce(path: string, content: string): void {
  // Not the PID: processes in several containers can have the same one.
  const temporary = `${path}.${randomUUID()}`;
  try {
    writeFileSync(temporary, content, { mode: 0o600, flush: true });
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** The key secret isn't the one that the keys in the database are hashed with. */
export class KeySecretError extends Error {}
