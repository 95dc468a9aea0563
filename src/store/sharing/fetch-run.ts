import { constants } from 'node:fs';
import { mkdir, open, rename, rm, statfs, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { type FilePart, partsOf, readPart, sha256 } from '../format/file-checksums.js';
import { syncDirectory } from '../write/sync-directory.js';
import { writeFully } from '../write/write-fully.js';
import { MANIFEST_FILE, type RunManifest, type StoredFile } from '../format/run-manifest.js';
import { concurrently, isDiskFull } from '../../core/common/index.js';
import { ARRIVING_SUFFIX } from './arrivals.js';
import { type BucketRuns } from './bucket/bucket-runs.js';
import { type FetchProgress } from './run-source.js';
import { RunStoreError } from './run-store-error.js';

const PARTS_AT_ONCE = 4;
/** How many times in all a part is fetched whose bytes are wrong or incomplete. */
const ATTEMPTS = 3;
/** Disk space that a run must leave free: the usage journal and the database may be on the same disk. */
const RESERVE_BYTES = 64 * 2 ** 20;

/**
 * Fetches a run from a bucket into `runsDirectory`, where it appears complete and verified by an atomic rename. Parts
 * that an earlier attempt fetched are verified and not fetched again.
 *
 * @param progress called for every part that is here
 * @throws RunStoreError, the system's error (ENOSPC), or the signal's reason; fetched parts are kept for the next
 * attempt, unless the disk is full
 */
export async function fetchRun(
  runs: BucketRuns,
  name: string,
  runsDirectory: string,
  signal: AbortSignal,
  progress: FetchProgress,
): Promise<void> {
  const directory = join(runsDirectory, name + ARRIVING_SUFFIX);
  const { text, manifest } = await runs.manifest(name, signal);
  await mkdir(directory, { recursive: true });
  try {
    const totalBytes = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    for (const file of manifest.files) {
      await fetchFile(runs, name, directory, file, signal, (bytes) => progress((done += bytes), totalBytes));
    }
    await writeFile(join(directory, MANIFEST_FILE), text, { flush: true });
    await syncDirectory(directory);
    await putInPlace(directory, join(runsDirectory, name));
    await syncDirectory(runsDirectory);
  } catch (error) {
    if (isDiskFull(error)) await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

/** Reads and verifies all parts of a run in a bucket. @throws RunStoreError, or the signal's reason */
export async function verifyRun(runs: BucketRuns, name: string, signal: AbortSignal): Promise<RunManifest> {
  const { manifest } = await runs.manifest(name, signal);
  for (const file of manifest.files)
    for (const part of partsOf(file)) await fetchPart(runs, `${name}/${file.name}`, part, signal);
  return manifest;
}

/** The ingest on this machine may have put the same run there in the meantime. */
async function putInPlace(directory: string, place: string): Promise<void> {
  await rename(directory, place).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(directory, { recursive: true });
  });
}

async function fetchFile(
  runs: BucketRuns,
  name: string,
  directory: string,
  stored: StoredFile,
  signal: AbortSignal,
  arrived: (bytes: number) => void,
): Promise<void> {
  const key = `${name}/${stored.name}`;
  const file = await open(join(directory, stored.name), constants.O_RDWR | constants.O_CREAT);
  try {
    await requireSpace(file, directory, stored);
    const take = async (part: FilePart, either: AbortSignal) => {
      if (!(await isThere(file, part)))
        await writeFully(file, await fetchPart(runs, key, part, either), part.offsetBytes);
      arrived(part.lengthBytes);
    };
    await concurrently(PARTS_AT_ONCE, partsOf(stored), take, signal);
    await file.truncate(stored.bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function isThere(
  file: FileHandle,
  { offsetBytes, lengthBytes, sha256: expected }: FilePart,
): Promise<boolean> {
  const content = await readPart(file, offsetBytes, lengthBytes);
  return content.length === lengthBytes && (await sha256(content)) === expected;
}

async function fetchPart(
  runs: BucketRuns,
  key: string,
  part: FilePart,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  for (let attempt = 1; ; attempt++) {
    const content = await runs.bucket.read(key, part, signal).catch((error: unknown) => {
      const isPassing = error instanceof RunStoreError && error.name === 'RunStoreUnreachableError';
      if (!isPassing || attempt === ATTEMPTS) throw error;
      return undefined;
    });
    if (content?.length === part.lengthBytes && (await sha256(content)) === part.sha256) return content;
    if (attempt < ATTEMPTS) continue;
    const end = part.offsetBytes + part.lengthBytes;
    throw new RunStoreError(
      'RunDamagedError',
      `${runs.bucket.url}${key}: the bytes from ${part.offsetBytes} to ${end} are wrong: their checksum differs`,
    );
  }
}

/** @throws an error with the code ENOSPC if there is no room for the rest of a file */
async function requireSpace(file: FileHandle, directory: string, { name, bytes }: StoredFile): Promise<void> {
  const { blocks } = await file.stat();
  const { bavail, bsize } = await statfs(directory);
  const missing = bytes - blocks * 512 + RESERVE_BYTES - bavail * bsize;
  if (missing <= 0) return;
  const message = `the disk has too little space for ${name}: ${Math.ceil(missing / 2 ** 20)} MiB are missing`;
  throw Object.assign(new Error(message), { code: 'ENOSPC' });
}
