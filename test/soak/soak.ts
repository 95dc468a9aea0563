// A cluster out of real processes, under load, to which one thing after the other happens: `npm run soak -- --minutes 3`.
import { parseArgs } from 'node:util';
import { ApiUser } from './api-user.js';
import { Cluster, keepLogs, temporaryDirectory } from './cluster.js';
import { FaultLog } from './fault-log.js';
import { makeFaults } from './faults.js';
import { Lateness } from './lateness.js';
import { Ledger } from './ledger.js';
import { LimitProbes } from './limit-probes.js';
import { askSteadily } from './load.js';
import { ModelRuns } from './model-runs.js';
import { learnAnswers } from './quiet-replica.js';
import { Revocations } from './revocations.js';
import { runIsServed } from './stored-runs.js';
import { printSummary } from './summary.js';
import { compareUsage } from './usage-check.js';
import { WeatherCaller } from './weather-caller.js';

const CLIENTS = 10;
const CALLERS_OF_A_CLIENT = 2;
const MINUTE_MS = 60_000;

async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '3' } } });
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 600)) throw new Error('--minutes takes a number up to 600.');
  await using running = new AsyncDisposableStack();
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interrupted.abort(new Error(`Ended by ${signal}.`)));

  const directory = temporaryDirectory(running);
  const modelRuns = await ModelRuns.find();
  running.defer(() => modelRuns.close());
  console.log('A quiet replica answers everything that will be asked.');
  const expected = await learnAnswers(modelRuns, directory);
  modelRuns.withhold();
  const cluster = await Cluster.start(modelRuns, directory, running);
  const user = new ApiUser(cluster.port);
  await user.register();
  await runIsServed(cluster.replicaPorts, modelRuns.newest);

  const ledger = new Ledger();
  const caller = new WeatherCaller(cluster.port, ledger);
  const faults = new FaultLog();
  const lateness = new Lateness();
  running.defer(() => lateness.stop());
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => user.createClient()));
  const keys: string[] = [];
  for (const clientId of clients) keys.push((await user.createKey(clientId)).key);
  const memoryBefore = cluster.memory();
  console.log(`${minutes} minutes of load.`);
  const signal = AbortSignal.any([AbortSignal.timeout(minutes * MINUTE_MS), interrupted.signal]);
  const revocations = new Revocations({
    user,
    clientId: clients[0],
    caller,
    modelRuns,
    faults,
    lateness,
    signal,
  });
  const probes = new LimitProbes({ user, caller, modelRuns, faults, signal });
  const callers = keys.flatMap((key) => Array<string>(CALLERS_OF_A_CLIENT).fill(key));
  await Promise.all([
    ...callers.map((key) => askSteadily(caller, key, { expected, modelRuns, signal })),
    revocations.run(),
    probes.run(),
    makeFaults({ cluster, modelRuns, faults }, signal),
  ]);
  interrupted.signal.throwIfAborted();

  const memoryAfter = cluster.memory();
  // A replica flushes what it has counted before it ends.
  await Promise.all(cluster.replicas.map((replica) => replica.end('SIGTERM')));
  const usage = await compareUsage(cluster.database, ledger);
  const isGood = printSummary({
    ledger,
    lateness,
    usage,
    revocations,
    probes,
    faults,
    memoryBefore,
    memoryAfter,
  });
  if (!isGood) console.log(`What each part said: ${keepLogs(directory)}`);
  return isGood;
}

main().then(
  (isGood) => process.exit(isGood ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
