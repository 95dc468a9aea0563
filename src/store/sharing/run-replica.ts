import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger } from 'pino';
import { RepeatedWork } from '../../core/background/index.js';
import { within } from '../../core/time/index.js';
import type { Configuration, SharedRunStore } from '../../core/config/index.js';
import {
  currentRuns,
  DAMAGED_SUFFIX,
  damagedRuns,
  forgetDamaged,
  publishedRuns,
  removeRun,
  type RunName,
  sweepLeftovers,
  TERRAIN_FOLDER,
} from '../format/run-directory.js';
import { DamagedRunError } from '../format/damaged-run-error.js';
import { StoredRun } from '../read/stored-run.js';
import { sweepArrivals } from './arrivals.js';
import { type BringRun } from './bring-run.js';
import { forkedFetch } from './forked-fetch.js';
import { openSource } from './open-source.js';
import { RepairPauses } from './repair-pauses.js';
import { failureName, OF_ONE_RUN } from './failure-name.js';
import { ReplicaLog } from './replica-log.js';
import { DEFAULT_REPLICA_TIMING, pollDelayMs } from './replica-timing.js';
import { type RunSource } from './run-source.js';
import { RunStoreError } from './run-store-error.js';
import { SharingState } from './sharing-state.js';
import { terrainStore } from './terrain-store.js';

const LOCK_FILE = 'run-sharing.lock';

/** Runs of a shared store, or its terrains, and the folder of this machine where they are served from. */
interface Followed {
  store: SharedRunStore;
  source: RunSource;
  runsDirectory: string;
}

interface Listed {
  /** Runs that were here before the store's list was read. */
  before: RunName[];
  wanted: RunName[];
}

interface Failure {
  error: unknown;
}

/**
 * Keeps the runs of a data directory in sync with the shared store, for as long as the service runs. While the store is
 * unavailable, or has nothing of a model, the local runs stay and are served. Only one process uses a data directory.
 */
export class RunReplica extends RepeatedWork {
  private readonly stopping = new AbortController();
  private readonly log: ReplicaLog;
  private readonly state: SharingState;
  private readonly first = Promise.withResolvers<void>();
  /** The runs, then the terrains. */
  private followed: Followed[] = [];
  /** The list of runs when the terrains were last looked for. */
  private terrainsAreOf: string | undefined;
  private readonly repairs = new RepairPauses();
  private damagedInStore: (name: string) => void = () => undefined;

  constructor(
    private readonly configuration: Configuration,
    logger: Pick<Logger, 'debug' | 'info' | 'warn'>,
    private readonly timing = DEFAULT_REPLICA_TIMING,
    private readonly bringRun: BringRun = forkedFetch(),
  ) {
    super();
    this.log = new ReplicaLog(logger);
    this.state = new SharingState(configuration);
  }

  /**
   * Resolves when the first poll has succeeded or failed, or takes too long, or startup is aborted. Does nothing if no
   * runs are shared.
   */
  async start(givenUp?: AbortSignal): Promise<void> {
    const { sharedRunStore, runsDirectory } = this.configuration;
    if (!sharedRunStore) return;
    await mkdir(runsDirectory, { recursive: true });
    await sweepLeftovers(runsDirectory, Infinity);
    await this.follow(sharedRunStore, runsDirectory);
    await this.follow(terrainStore(sharedRunStore), join(runsDirectory, TERRAIN_FOLDER));
    this.repeat();
    this.hurry();
    await within(this.timing.startWaitMs, this.first.promise, {
      signal: givenUp,
      otherwise: () => undefined,
    });
  }

  /** @param listener called for each failed attempt to fetch a run whose copy in the store is damaged */
  onDamageInStore(listener: (name: string) => void): void {
    this.damagedInStore = listener;
  }

  /** Polls now, or once more after the current poll: a run was reported as published, or as damaged here. */
  override hurry(): void {
    this.terrainsAreOf = undefined;
    super.hurry();
  }

  /** Aborts the current fetch; the next start resumes it. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.onModuleDestroy();
    for (const { source } of this.followed) source.close();
  }

  private get url(): string {
    return this.followed[0].source.url;
  }

  private async follow(store: SharedRunStore, runsDirectory: string): Promise<void> {
    this.followed.push({ store, runsDirectory, source: await openSource(store) });
  }

  protected get intervalMs(): number {
    return pollDelayMs(this.timing, this.state.report.isLoaded, this.failures, Math.random());
  }

  async work(): Promise<void> {
    const failure = await this.followStore(this.stopping.signal);
    if (failure) throw failure.error;
  }

  protected override succeeded(): void {
    if (this.failures > 0) this.log.succeeded(this.url);
    this.state.succeed();
    this.first.resolve();
  }

  protected override failed(error: unknown): void {
    // Errors thrown during shutdown are caused by it.
    if (!this.isStopping) {
      this.state.fail(error);
      this.log.failed(error, this.url);
    }
    this.first.resolve();
  }

  /** Brings the runs and the terrains of the store here. @returns the first failure of one of them */
  private async followStore(signal: AbortSignal): Promise<Failure | undefined> {
    const [runs, terrains] = this.followed;
    const listed = await this.list(runs, signal);
    // Before the first run makes the process ready: heights of places depend on them.
    const ofTerrains = await this.followTerrains(terrains, listed.wanted, signal);
    if (listed.wanted.length === 0) this.state.load();
    return (await this.bringAll(runs, listed, signal)) ?? ofTerrains;
  }

  /** A terrain is published just before a run: while the list of runs is the same, that of terrains is. */
  private async followTerrains(
    terrains: Followed,
    runs: readonly RunName[],
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    const { store } = terrains;
    const list = runs.map(({ name }) => name).join();
    // The ingest makes the folder of a volume with the first terrain.
    if (list === this.terrainsAreOf || (store.kind === 'volume' && !existsSync(store.directory)))
      return undefined;
    this.terrainsAreOf = list;
    const failure = await this.list(terrains, signal)
      .then((listed) => (listed.wanted.length > 0 ? this.bringAll(terrains, listed, signal) : undefined))
      .catch((error: unknown) => ({ error }));
    signal.throwIfAborted();
    if (failure) this.terrainsAreOf = undefined;
    return failure;
  }

  private async list({ source, runsDirectory }: Followed, signal: AbortSignal): Promise<Listed> {
    // Read before the store's list: an ingest on this machine publishes a run before it puts it here, so a run that is
    // here now but isn't in that list is gone from the store.
    const before = publishedRuns(existsSync(runsDirectory) ? await readdir(runsDirectory) : []);
    return { before, wanted: currentRuns(await this.published(source, signal)) };
  }

  /**
   * Fetches the store's runs and deletes those it no longer has. A run that fails doesn't block others.
   * @returns the first failure
   */
  private async bringAll(
    followed: Followed,
    { before, wanted }: Listed,
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    const { runsDirectory } = followed;
    await mkdir(runsDirectory, { recursive: true });
    await sweepArrivals(runsDirectory, new Set(wanted.map(({ name }) => name)));
    let failure: Failure | undefined;
    let unreadable: RunStoreError | undefined;
    for (const { name } of wanted) {
      unreadable = this.noteHeld(followed, name) ?? unreadable;
      if (existsSync(join(runsDirectory, name))) continue;
      if (!this.repairs.isOver(name)) continue;
      // Now, not when the poll began: it may have been damaged since.
      const isRepair = existsSync(join(runsDirectory, name + DAMAGED_SUFFIX));
      try {
        await this.bring(followed, name, signal);
        unreadable = this.noteHeld(followed, name) ?? unreadable;
        if (isRepair) this.repairs.begin(name);
      } catch (error) {
        signal.throwIfAborted();
        failure ??= { error };
        if (OF_ONE_RUN.includes(failureName(error))) this.damagedInStore(name);
      }
    }
    await this.letGo(runsDirectory, before, wanted);
    if (unreadable && !this.state.report.isLoaded) failure ??= { error: unreadable };
    return failure;
  }

  /** A process that serves nothing yet gives up soon on a store that is silent, and asks again. */
  private async published(source: RunSource, signal: AbortSignal): Promise<RunName[]> {
    if (this.state.report.isLoaded) return source.published(signal);
    const { listWithinMs } = this.timing;
    const late = AbortSignal.timeout(listWithinMs);
    return source.published(AbortSignal.any([signal, late])).catch((error: unknown) => {
      if (error !== late.reason) throw error;
      const message = `${source.url}: there was no list of runs within ${listWithinMs / 1_000} s`;
      throw new RunStoreError('RunStoreUnreachableError', message, error);
    });
  }

  /** The first run that can be opened makes the process ready. Returns why a run that is here can't be. */
  private noteHeld({ runsDirectory }: Followed, name: string): RunStoreError | undefined {
    const isTerrain = runsDirectory !== this.configuration.runsDirectory;
    if (isTerrain || this.state.report.isLoaded || !existsSync(join(runsDirectory, name))) return undefined;
    try {
      StoredRun.open(runsDirectory, name).release();
      this.state.load();
      return undefined;
    } catch (error) {
      // The catalog reports it, too. If it is damaged, it is fetched again.
      const kind = error instanceof DamagedRunError ? 'RunDamagedError' : 'RunUnreadableError';
      return new RunStoreError(kind, `${name} cannot be read: ${(error as Error).message}`, error);
    }
  }

  private async bring(
    { store, source, runsDirectory }: Followed,
    name: string,
    signal: AbortSignal,
  ): Promise<void> {
    const startedMs = performance.now();
    const lockPath = join(this.configuration.dataDirectory, LOCK_FILE);
    const job = { store, name, runsDirectory, lockPath };
    this.state.begin(name);
    try {
      await this.bringRun(job, (bytes, totalBytes) => this.state.progress(bytes, totalBytes), signal);
    } finally {
      this.state.end();
    }
    this.log.brought(name, source.url, performance.now() - startedMs);
  }

  /** Deletes runs that the store no longer has, of models of which a run of the store is here. */
  private async letGo(
    runsDirectory: string,
    before: readonly RunName[],
    wanted: readonly RunName[],
  ): Promise<void> {
    const isWanted = ({ name }: RunName) => wanted.some((run) => run.name === name);
    const names = await readdir(runsDirectory);
    const here = publishedRuns(names);
    const models = new Set(here.filter(isWanted).map(({ model }) => model));
    for (const run of before.filter((name) => !isWanted(name) && models.has(name.model))) {
      if (await removeRun(runsDirectory, run.name)) this.log.letGo(run.name);
    }
    for (const { name } of damagedRuns(names).filter((run) => !isWanted(run)))
      forgetDamaged(runsDirectory, name);
  }
}
