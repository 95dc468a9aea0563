import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExclusiveFileLock } from '../../locks/exclusive-file-lock.js';
import { locateBinaries } from './binaries.js';
import { createCluster, hasCluster, SUPERUSER } from './cluster.js';
import {
  chooseEndpoint,
  type Endpoint,
  isReachable,
  removeShortDirectory,
  removeSocket,
} from './endpoint.js';
import { LaunchError } from './embedded-postgres-error.js';
import { launchPostmaster } from './postmaster.js';
import { disownPostmasterFile, findPostmaster, type PostmasterFile } from './postmaster-file.js';
import { killOrphans, shutDown } from './shutdown.js';
import { findUnprivilegedPrefix } from './unprivileged-command.js';

const POLL_MS = 10;
const LOCK_WAIT_MS = 60_000;
const ORPHAN_POLL_MS = 100;
/** The children of a killed server notice within moments, unless they are in a long computation. */
const ORPHAN_PATIENCE_MS = 1_000;
const ORPHAN_LIMIT_MS = 20_000;

export interface EmbeddedPostgresOptions {
  /** Contains the database cluster; created at the first start. The lock file is next to it. */
  directory: string;
  /** PostgreSQL settings, besides those for listening and logging. */
  settings?: Record<string, string>;
  log?: (message: string) => void;
}

/** A private PostgreSQL server on a data directory. It outlives this process unless it is stopped. */
export class EmbeddedPostgres {
  /** Needs no password. */
  readonly connection: { hosts: Endpoint[]; user: string; dbName: string };

  private constructor(
    private readonly dataDirectory: string,
    endpoint: Endpoint,
    /** Whether the server was already running, for another process or left behind by a killed one. */
    readonly wasRunning: boolean,
  ) {
    this.connection = { hosts: [endpoint], user: SUPERUSER, dbName: 'postgres' };
  }

  /**
   * Attaches to the server that runs on the directory, or starts one.
   * @throws EmbeddedPostgresError
   */
  static async start({ directory, settings = {}, log }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const dataDirectory = resolve(directory);
    await mkdir(dirname(dataDirectory), { recursive: true });
    return exclusively(dataDirectory, async () => {
      const running = await findReady(dataDirectory);
      if (running !== undefined) {
        log?.('The embedded PostgreSQL was still running.');
        return new EmbeddedPostgres(dataDirectory, running.endpoint, true);
      }
      const { endpoint } = await startServer(dataDirectory, settings, log);
      return new EmbeddedPostgres(dataDirectory, endpoint, false);
    });
  }

  /** Stops the server on the directory, whoever started it, and waits for it to exit. Does nothing if none runs. */
  static async stopOn(directory: string): Promise<void> {
    const dataDirectory = resolve(directory);
    await exclusively(dataDirectory, async () => {
      const postmaster = findPostmaster(dataDirectory);
      if (postmaster !== undefined) await shutDown(postmaster.pid);
      removeShortDirectory(dataDirectory);
    });
  }

  /** Stops the server for every process that uses it, and waits for it to exit. */
  stop(): Promise<void> {
    return EmbeddedPostgres.stopOn(this.dataDirectory);
  }
}

/** Only one process at a time may start or stop the server. */
async function exclusively<T>(dataDirectory: string, work: () => Promise<T>): Promise<T> {
  const lock = await ExclusiveFileLock.acquire(`${dataDirectory}.lock`, { waitMs: LOCK_WAIT_MS });
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function startServer(
  dataDirectory: string,
  settings: Record<string, string>,
  log: EmbeddedPostgresOptions['log'],
): Promise<PostmasterFile> {
  const binaries = locateBinaries();
  const prefix = await findUnprivilegedPrefix(binaries.postgres, dataDirectory);
  if (!hasCluster(dataDirectory)) {
    log?.(`Creating an embedded database in ${dataDirectory}.`);
    await createCluster({ dataDirectory, binaries, prefix, isDurable: settings.fsync !== 'off' });
  }
  const endpoint = await chooseEndpoint(dataDirectory);
  disownPostmasterFile(dataDirectory);
  removeSocket(endpoint);
  const command = [...prefix, binaries.postgres];
  const startedMs = performance.now();
  for (;;) {
    try {
      return await launchPostmaster({ dataDirectory, command, endpoint, settings });
    } catch (error) {
      const elapsedMs = performance.now() - startedMs;
      if (!(error instanceof LaunchError && error.isInUse) || elapsedMs > ORPHAN_LIMIT_MS) throw error;
      // A process that was killed while starting the server may have got further than this one.
      const running = await findReady(dataDirectory);
      if (running !== undefined) return running;
      if (elapsedMs > ORPHAN_PATIENCE_MS) killOrphans(dataDirectory);
      await sleep(ORPHAN_POLL_MS);
    }
  }
}

/** Returns the server on this directory once it accepts connections. Stops one that is shutting down or unreachable. */
async function findReady(dataDirectory: string): Promise<PostmasterFile | undefined> {
  for (;;) {
    const postmaster = findPostmaster(dataDirectory);
    if (postmaster === undefined) return undefined;
    if (postmaster.status === 'ready' && (await isReachable(postmaster.endpoint))) return postmaster;
    if (postmaster.status !== 'starting') await shutDown(postmaster.pid);
    else await sleep(POLL_MS);
  }
}
