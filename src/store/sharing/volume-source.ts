import { readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { verifyFile } from '../format/file-checksums.js';
import { openSealedManifest } from '../format/manifest-seal.js';
import { publishedRuns, retireRun, type RunName } from '../format/run-directory.js';
import { RunFaultError } from '../format/damaged-run-error.js';
import { MANIFEST_FILE, type RunManifest } from '../format/run-manifest.js';
import { ARRIVING_SUFFIX } from './arrivals.js';
import { RunStoreError } from './run-store-error.js';
import { type FetchProgress, type RunSource } from './run-source.js';

/**
 * Runs on a volume that every machine mounts. They are read in place; a local link to a run means that it was verified.
 */
export class VolumeSource implements RunSource {
  constructor(private readonly directory: string) {}

  get url(): string {
    return pathToFileURL(this.directory).href;
  }

  async published(): Promise<RunName[]> {
    try {
      return publishedRuns(await readdir(this.directory));
    } catch (error) {
      throw new RunStoreError('RunStoreUnreachableError', `${this.url}: ${(error as Error).message}`, error);
    }
  }

  async bring(
    name: string,
    runsDirectory: string,
    signal: AbortSignal,
    progress: FetchProgress,
  ): Promise<void> {
    await this.verifyAll(name, signal, progress);
    const link = join(runsDirectory, name + ARRIVING_SUFFIX);
    await rm(link, { recursive: true, force: true });
    // On Windows everyone may create junctions, but not symbolic links.
    await symlink(join(this.directory, name), link, 'junction');
    await rename(link, join(runsDirectory, name));
  }

  verify(name: string, signal: AbortSignal): Promise<RunManifest> {
    return this.verifyAll(name, signal, () => undefined);
  }

  async remove(name: string): Promise<void> {
    await retireRun(this.directory, name);
  }

  close(): void {
    // Nothing stays open between calls.
  }

  private async verifyAll(name: string, signal: AbortSignal, progress: FetchProgress): Promise<RunManifest> {
    try {
      const text = await readFile(join(this.directory, name, MANIFEST_FILE), 'utf8');
      const manifest = openSealedManifest(text);
      const { files } = manifest;
      const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
      let done = 0;
      for (const file of files) {
        await verifyFile(join(this.directory, name), file, signal, (bytes) =>
          progress((done += bytes), totalBytes),
        );
      }
      return manifest;
    } catch (error) {
      if (!(error instanceof RunFaultError)) throw error;
      throw new RunStoreError('RunDamagedError', `${this.url}/${name}: ${error.message}`, error);
    }
  }
}
