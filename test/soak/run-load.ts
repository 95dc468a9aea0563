import { setTimeout as sleep } from 'node:timers/promises';
import type { AlertCheck } from './alert-check.js';
import { ApiUser } from './api-user.js';
import type { Cluster } from './cluster.js';
import type { EventDifference } from './events/event-check.js';
import { EventWatch } from './events/event-watch.js';
import { Happenings } from './events/happenings.js';
import type { ExpectedAnswers } from './expected-answers.js';
import { FaultLog } from './fault-log.js';
import { makeFaults } from './faults.js';
import { Lateness } from './lateness.js';
import { Ledger } from './ledger.js';
import { LimitProbes } from './limit-probes.js';
import { askSteadily } from './load.js';
import type { ModelRuns } from './model-runs.js';
import { Revocations } from './revocations.js';
import type { SlowModel } from './slow-model.js';
import { SourceTroubles } from './source-troubles.js';
import { compareUsage, type UsageDifference } from './usage-check.js';
import { WeatherCaller } from './weather-caller.js';

const CLIENTS = 10;
const CALLERS_OF_A_CLIENT = 2;
/** Maximum wait for usage to reach the database, which takes a second when nothing is wrong. */
const ARRIVES_WITHIN_MS = 30_000;
const POLL_MS = 500;

export interface LoadParts {
  cluster: Cluster;
  modelRuns: ModelRuns;
  slowModel: SlowModel;
  expected: ExpectedAnswers;
}

export interface LoadResult {
  ledger: Ledger;
  faults: FaultLog;
  lateness: Lateness;
  usage: UsageDifference;
  revocations: Revocations;
  probes: LimitProbes;
  events: EventDifference;
  changes: EventWatch['rounds'];
  sources: SourceTroubles;
  alerts: AlertCheck;
  memoryBefore: Map<string, number>;
  memoryAfter: Map<string, number>;
}

/** Until the signal: callers send requests, keys are revoked, limits are probed, events happen, and faults occur. */
export async function runLoad(
  { cluster, modelRuns, slowModel, expected }: LoadParts,
  signal: AbortSignal,
): Promise<LoadResult> {
  await using running = new AsyncDisposableStack();
  const happenings = new Happenings();
  const user = new ApiUser(cluster.port, 'soak', happenings);
  await user.register();
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => user.createClient()));
  const keys: string[] = [];
  for (const clientId of clients) keys.push((await user.createKey(clientId)).key);

  const faults = new FaultLog();
  const ledger = new Ledger(faults);
  const lateness = new Lateness();
  const caller = new WeatherCaller(cluster.port, ledger);
  const parts = { user, clientId: clients[0], caller, modelRuns, faults, lateness, signal };
  const [revocations, probes] = [new Revocations(parts), new LimitProbes(parts)];
  const watched = { cluster, modelRuns, slowModel, faults, ledger, probes, user, happenings };
  const watch = await EventWatch.start({ ...watched, clientId: clients[0], key: keys[0] }, running);
  const sources = new SourceTroubles(cluster, modelRuns);
  const callers = keys.flatMap((key) => Array<string>(CALLERS_OF_A_CLIENT).fill(key));
  const memoryBefore = cluster.memory();
  await Promise.all([
    ...callers.map((key) => askSteadily(caller, key, { expected, modelRuns, signal })),
    revocations.run(),
    probes.run(),
    watch.run(signal),
    makeFaults({ cluster, modelRuns, sources, faults }, signal),
  ]);
  await sources.settle();
  lateness.stop();
  const memoryAfter = cluster.memory();
  const due = await watch.settle();
  const usage = await settledUsage(cluster, ledger);
  const events = await watch.difference(due);
  const changes = watch.rounds;
  const { alerts } = cluster;
  return {
    ledger,
    faults,
    lateness,
    usage,
    revocations,
    probes,
    events,
    changes,
    sources,
    alerts,
    memoryBefore,
    memoryAfter,
  };
}

/** Returns the difference after the replicas have stopped gracefully, which must not add anything counted before. */
async function settledUsage({ database, replicas }: Cluster, ledger: Ledger): Promise<UsageDifference> {
  const lateMs = performance.now() + ARRIVES_WITHIN_MS;
  while ((await compareUsage(database, ledger)).missing > 0 && performance.now() < lateMs)
    await sleep(POLL_MS);
  await Promise.all(replicas.map((replica) => replica.end('SIGTERM')));
  return compareUsage(database, ledger);
}
