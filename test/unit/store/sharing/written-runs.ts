import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checksumFile } from '../../../../src/store/format/file-checksums.js';
import { openSealedManifest, sealManifest } from '../../../../src/store/format/manifest-seal.js';
import { type RunIdentity } from '../../../../src/store/format/run-identity.js';
import { type RunManifest } from '../../../../src/store/format/run-manifest.js';
import { identity, writeRun } from '../synthetic-run.js';

const MEBIBYTE = 2 ** 20;
/** Three complete parts, and five bytes of a fourth. */
export const LARGE_BYTES = 3 * MEBIBYTE + 5;

/** Writes a run like the ingest, and returns its name. */
export async function writeSmallRun(
  directory: string,
  run: string,
  others: Partial<RunIdentity> = {},
): Promise<string> {
  const before = await readdir(directory);
  const field = { variable: 'cape', step: 0, value: 1, quantum: 1 } as const;
  await writeRun(directory, identity({ run: new Date(run), ...others }), [field]);
  return (await readdir(directory)).find((name) => !before.includes(name))!;
}

/** Writes a run with a file of random bytes in several parts. */
export function writeLargeRun(directory: string, run: string): Promise<string> {
  return writeRunOf(directory, run, randomBytes(LARGE_BYTES), MEBIBYTE);
}

/** Writes a run with arbitrary bytes, since transfers don't depend on their meaning. */
export async function writeRunOf(
  directory: string,
  run: string,
  values: Uint8Array,
  partBytes?: number,
): Promise<string> {
  const name = await writeSmallRun(directory, run);
  const manifestPath = join(directory, name, 'run.json');
  const manifest: RunManifest = openSealedManifest(await readFile(manifestPath, 'utf8'));
  delete manifest.checksum;
  await writeFile(join(directory, name, 'values.packed'), values);
  const files = [await checksumFile(join(directory, name), 'values.packed', partBytes)];
  await writeFile(manifestPath, sealManifest({ ...manifest, files }));
  return name;
}
