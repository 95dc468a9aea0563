import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '../../../core/time/index.js';
import { partsOf, readPart, sha256 } from '../../format/file-checksums.js';
import { openSealedManifest, type SealedManifest } from '../../format/manifest-seal.js';
import {
  currentRuns,
  keptOfEachModel,
  publishedRuns,
  type RunName,
  supersededRuns,
} from '../../format/run-directory.js';
import { RunFaultError } from '../../format/damaged-run-error.js';
import { MANIFEST_FILE, type StoredFile } from '../../format/run-manifest.js';
import { type Bucket, type BucketObject } from './bucket.js';
import { RunStoreError } from '../run-store-error.js';

/**
 * An upload adds an object or a part at least every few minutes, so anything untouched for this long was left by a
 * process that died.
 */
const ABANDONED_AFTER_MS = 6 * HOUR_MS;

/**
 * The runs in a bucket: `<run's name>/<file>`. A run is published once its manifest is there, which is written last and
 * deleted first, so that readers only ever see complete runs.
 */
export class BucketRuns {
  constructor(readonly bucket: Bucket) {}

  /** The published runs, newest first. */
  async published(signal?: AbortSignal): Promise<RunName[]> {
    return publishedOf(await this.bucket.list(signal));
  }

  /** @throws RunStoreError (RunDamagedError) if it is not what was written */
  async manifest(name: string, signal?: AbortSignal): Promise<{ text: string; manifest: SealedManifest }> {
    const key = `${name}/${MANIFEST_FILE}`;
    const text = Buffer.from(await this.bucket.read(key, undefined, signal)).toString('utf8');
    try {
      return { text, manifest: openSealedManifest(text) };
    } catch (error) {
      if (!(error instanceof RunFaultError)) throw error;
      throw new RunStoreError('RunDamagedError', `${this.bucket.url}${key}: ${error.message}`, error);
    }
  }

  /**
   * Uploads and publishes the finished run `directory`/`name`. After an interruption it starts over: what an earlier
   * attempt left is replaced, and nobody has read it, since the manifest comes last.
   */
  async upload(directory: string, name: string, signal: AbortSignal): Promise<void> {
    const text = await readFile(join(directory, name, MANIFEST_FILE), 'utf8');
    await this.bucket.abandonUploads((key) => key.startsWith(`${name}/`));
    for (const file of openSealedManifest(text).files)
      await this.uploadFile(join(directory, name, file.name), `${name}/${file.name}`, file, signal);
    signal.throwIfAborted();
    await this.bucket.write(`${name}/${MANIFEST_FILE}`, text, signal);
  }

  /**
   * Deletes all but `count` runs of each model (see keptRuns), and earlier publications. Returns the names of the deleted
   * runs.
   */
  async keep(count: number, isPart: (name: string) => boolean = () => false): Promise<string[]> {
    const objects = await this.bucket.list();
    const published = publishedOf(objects);
    const current = currentRuns(published);
    const kept = keptOfEachModel(current, count, isPart);
    const superseded = supersededRuns(published, kept, current).map(({ name }) => name);
    for (const name of superseded) await this.deleteRun(objects, name);
    return superseded;
  }

  async remove(name: string): Promise<void> {
    await this.deleteRun(await this.bucket.list(), name);
  }

  /** Deletes what is left of runs whose upload or removal was killed long ago. */
  async sweep(nowMs = Date.now()): Promise<void> {
    const objects = await this.bucket.list();
    const published = new Set(publishedOf(objects).map(({ name }) => name));
    const isOld = (at: Date) => at.getTime() < nowMs - ABANDONED_AFTER_MS;
    const begun = publishedRuns([...new Set(objects.map(({ key }) => key.split('/')[0]))]);
    for (const { name } of begun.filter((run) => !published.has(run.name))) {
      const files = objects.filter(({ key }) => key.startsWith(`${name}/`));
      if (files.every(({ modifiedAt }) => isOld(modifiedAt))) await this.deleteFiles(objects, name);
    }
    await this.bucket.abandonUploads((_key, begunAt) => isOld(begunAt));
  }

  private async uploadFile(path: string, key: string, file: StoredFile, signal: AbortSignal): Promise<void> {
    const source = await open(path, 'r');
    const parts = partsOf(file);
    try {
      const read = async (part: number) => {
        const content = await readPart(source, parts[part].offsetBytes, parts[part].lengthBytes);
        if ((await sha256(content)) === parts[part].sha256) return content;
        throw new RunStoreError('RunDamagedError', `${path} is not what was written: its checksum differs`);
      };
      await this.bucket.writeLarge(key, { bytes: file.bytes, parts: parts.length, read }, signal);
    } finally {
      await source.close();
    }
  }

  private async deleteRun(objects: BucketObject[], name: string): Promise<void> {
    await this.bucket.delete(`${name}/${MANIFEST_FILE}`);
    await this.deleteFiles(objects, name);
  }

  private async deleteFiles(objects: BucketObject[], name: string): Promise<void> {
    const keys = objects.map(({ key }) => key).filter((key) => key.startsWith(`${name}/`));
    for (const key of keys.filter((k) => k !== `${name}/${MANIFEST_FILE}`)) await this.bucket.delete(key);
  }
}

function publishedOf(objects: BucketObject[]): RunName[] {
  const manifests = objects.filter(({ key }) => key.endsWith(`/${MANIFEST_FILE}`));
  return publishedRuns(manifests.map(({ key }) => key.slice(0, -MANIFEST_FILE.length - 1)));
}
