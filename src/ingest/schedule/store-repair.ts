import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger } from 'pino';
import type { SharedRunStore } from '../../core/config/index.js';
import { MINUTE_MS } from '../../core/time/index.js';
import { DAMAGED_SUFFIX, parseRunName } from '../../store/format/index.js';
import { OF_ONE_RUN, failureName, openSource, terrainStore } from '../../store/sharing/index.js';

/** How long a run that was found intact is not verified again, whoever reports it as damaged. */
const BELIEVED_FOR_MS = 10 * MINUTE_MS;

/** The shared store, and what to call when a run was removed and must be ingested again. */
export interface RepairParts {
  store: SharedRunStore;
  /** Where the ingest writes runs. */
  runsDirectory: string;
  logger: Pick<Logger, 'warn'>;
  removed: () => void;
}

/**
 * Removes damaged runs and terrains from a shared store. Replicas report those that they could not fetch; each is
 * verified first. A terrain has the name of a run.
 */
export class StoreRepair {
  private readonly soundSinceMs = new Map<string, number>();
  private readonly stopping = new AbortController();
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly parts: RepairParts) {}

  /** Checks a run that is reported as damaged, one run at a time. */
  suspect(name: string): Promise<void> {
    if (!parseRunName(name)) return this.work;
    this.work = this.work.then(() => this.check(name)).catch((error: unknown) => this.failed(name, error));
    return this.work;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.work;
  }

  private async check(name: string): Promise<void> {
    const { signal } = this.stopping;
    const soundForMs = performance.now() - (this.soundSinceMs.get(name) ?? -Infinity);
    if (signal.aborted || soundForMs < BELIEVED_FOR_MS) return;
    const { store, runsDirectory, logger, removed } = this.parts;
    const ofRun = await this.removeDamaged(store, name, async () => {
      // Tells the ingest that the run must be ingested again.
      await mkdir(join(runsDirectory, name + DAMAGED_SUFFIX), { recursive: true });
    });
    if (ofRun) {
      logger.warn({ run: name, reason: ofRun.message }, 'A shared model run is damaged; ingesting it again');
      removed();
    }
    const terrains = terrainStore(store);
    // The ingest makes the folder of a volume with the first terrain.
    const hasTerrains = terrains.kind === 'bucket' || existsSync(terrains.directory);
    const ofTerrain = hasTerrains ? await this.removeDamaged(terrains, name) : undefined;
    if (ofTerrain)
      logger.warn(
        { run: name, reason: ofTerrain.message },
        'A kept terrain is damaged; the next run replaces it',
      );
    if (ofRun ?? ofTerrain) this.soundSinceMs.delete(name);
  }

  /** @returns why it was removed */
  private async removeDamaged(
    store: SharedRunStore,
    name: string,
    prepare?: () => Promise<void>,
  ): Promise<Error | undefined> {
    const { signal } = this.stopping;
    const source = await openSource(store);
    try {
      const isPublished = (await source.published(signal)).some((run) => run.name === name);
      if (!isPublished) return undefined;
      const reason = await source.verify(name, signal).then(
        () => undefined,
        (error: Error) => error,
      );
      if (reason && !OF_ONE_RUN.includes(failureName(reason))) throw reason;
      if (!reason) {
        this.soundSinceMs.set(name, performance.now());
        return undefined;
      }
      await prepare?.();
      await source.remove(name);
      return reason;
    } finally {
      source.close();
    }
  }

  private failed(name: string, error: unknown): void {
    if (this.stopping.signal.aborted) return;
    this.parts.logger.warn({ run: name, err: error }, 'A shared model run could not be verified');
  }
}
