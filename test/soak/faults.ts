import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import type { Affected, FaultLog } from './fault-log.js';
import type { ModelRuns } from './model-runs.js';
import { falseClock } from './false-clock.js';
import type { Program } from './program.js';
import { rotNewestRun, untilReplaced } from './rotten-run.js';
import type { SourceTroubles } from './source-troubles.js';
import type { SmallDisk } from '../support/small-disk.js';

const AWAY_MS = 2_000;
const BETWEEN_MS = 5_000;
/** A process whose clock is off by more than a minute isn't ready. */
const CLOCK_AHEAD_S = 50;
const WRONG_CLOCK_MS = 6_000;

/** A disturbance; `happen` resolves once everything has recovered. */
interface Fault {
  affected: readonly Affected[];
  name: string;
  /** Whether callers must not notice it. */
  isOrderly?: boolean;
  happen(signal: AbortSignal): Promise<void>;
}

async function killAndRestart(program: Program): Promise<void> {
  await program.end('SIGKILL');
  await sleep(AWAY_MS);
  await program.start();
}

function restart(program: Program): Fault {
  return {
    affected: [],
    name: `restart in order of ${program.name}`,
    isOrderly: true,
    async happen() {
      await program.end('SIGTERM');
      await program.start();
    },
  };
}

/** Its revocations could take effect in other processes later by the same amount. */
function wrongClock(program: Program, environment: Record<string, string>): Fault {
  return {
    affected: [],
    name: `the clock of ${program.name} ${CLOCK_AHEAD_S} s ahead, between restarts in order`,
    isOrderly: true,
    async happen() {
      await program.end('SIGTERM');
      await program.start(environment);
      await sleep(WRONG_CLOCK_MS);
      await program.end('SIGTERM');
      await program.start();
    },
  };
}

function rottenRun(cluster: Cluster, replica: Program, port: number): Fault {
  return {
    affected: ['deliveries', 'alerts'],
    name: `bits flipped all over the newest run of ${replica.name}, between kill -9 and its start`,
    async happen(signal) {
      // A running replica wouldn't read again what it has already served.
      await replica.end('SIGKILL');
      await rotNewestRun(cluster.dataDirectory(replica));
      await replica.start();
      await untilReplaced(port, signal);
    },
  };
}

function fullDisk(disk: SmallDisk): Fault {
  return {
    affected: [],
    name: 'a full disk under the journal of api 3',
    async happen() {
      disk.fill();
      await sleep(AWAY_MS);
      disk.empty();
    },
  };
}

/** The faults of one round in order, each created when it is its turn. */
function* faultsOf(
  cluster: Cluster,
  modelRuns: ModelRuns,
  sources: SourceTroubles,
  clock?: Record<string, string>,
): Generator<Fault, void> {
  const { replicas, ingest, redis, proxy, database, disk } = cluster;
  const [first, second, third] = replicas;
  const kill = (program: Program, ...affected: Affected[]): Fault => ({
    affected,
    name: `kill -9 of ${program.name}`,
    happen: () => killAndRestart(program),
  });
  const release: Fault = {
    affected: [],
    name: 'a new model run, and kill -9 of the ingest that takes it',
    async happen() {
      modelRuns.release();
      // A start of the ingest triggers a look for runs.
      await ingest.end('SIGTERM');
      await ingest.start();
      await sleep(AWAY_MS);
      await killAndRestart(ingest);
    },
  };
  const troubledRelease: Fault = {
    affected: [],
    name: 'a new model run, first spoiled, then without a step',
    happen: () => sources.release(),
  };
  const isNextDue = () => modelRuns.isNextDue && !sources.isFilling;
  yield kill(first, 'deliveries');
  // Without an earlier run the service would correctly fall back to climatology.
  if (modelRuns.newest > modelRuns.runs[0]) yield rottenRun(cluster, second, cluster.replicaPorts[1]);
  if (!isNextDue()) yield kill(ingest);
  else yield sources.isNew ? troubledRelease : release;
  yield kill(redis, 'limits');
  yield restart(second);
  yield {
    affected: ['revocations', 'deliveries'],
    name: 'kill -9 of PostgreSQL',
    async happen() {
      await database.kill();
      await sleep(AWAY_MS);
      await database.restart();
    },
  };
  yield {
    affected: ['deliveries'],
    name: 'kill -9 of api 3, which begins anew without the bucket',
    happen: () => sources.joinWithoutBucket(third, cluster.replicaPorts.at(-1)!),
  };
  yield {
    affected: ['revocations', 'deliveries'],
    name: 'all connections to PostgreSQL and to the replicas cut',
    async happen() {
      database.cut();
      proxy.tell({ cut: true });
      await sleep(AWAY_MS);
    },
  };
  yield {
    affected: ['revocations'],
    name: 'api 1 stopped for a while, as by SIGSTOP',
    async happen() {
      first.signal('SIGSTOP');
      await sleep(AWAY_MS);
      first.signal('SIGCONT');
    },
  };
  yield kill(proxy);
  if (disk) yield fullDisk(disk);
  if (clock) yield wrongClock(second, clock);
  if (isNextDue()) yield release;
}

/** Causes one fault after the other until the signal. */
export async function makeFaults(
  {
    cluster,
    modelRuns,
    sources,
    faults,
  }: { cluster: Cluster; modelRuns: ModelRuns; sources: SourceTroubles; faults: FaultLog },
  signal: AbortSignal,
): Promise<void> {
  const clock = falseClock(CLOCK_AHEAD_S);
  while (!signal.aborted) {
    for (const { affected, name, isOrderly, ...next } of faultsOf(cluster, modelRuns, sources, clock)) {
      await sleep(BETWEEN_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const fault = faults.begin(affected, name, isOrderly);
      await next.happen(signal);
      fault.toMs = performance.now();
      console.log(`${name}: well again after ${((fault.toMs - fault.fromMs) / 1000).toFixed(1)} s`);
    }
  }
}
