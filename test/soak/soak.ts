// A cluster of real processes under load, subjected to one fault after the other: `npm run soak -- --minutes 3`.
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '../../src/core/time/index.js';
import { Cluster, keepLogs, temporaryDirectory } from './cluster.js';
import { ModelRuns } from './model-runs.js';
import { learnAnswers } from './quiet-replica.js';
import { runLoad } from './run-load.js';
import { runIsServed } from './stored-runs.js';
import { SlowModel } from './slow-model.js';
import { printSummary } from './summary.js';

const LONGEST_MINUTES = 600;
/** Exit code if nothing could be tested, as opposed to a failed test. */
const COULD_NOT_RUN = 2;

function readMinutes(): number {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '3' } } });
  const minutes = Number(values.minutes);
  if (minutes > 0 && minutes <= LONGEST_MINUTES) return minutes;
  throw new Error(`--minutes takes a number up to ${LONGEST_MINUTES}.`);
}

/** @returns whether everything was as expected */
async function main(): Promise<boolean> {
  const minutes = readMinutes();
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interrupted.abort(new Error(`Ended by ${signal}.`)));
  await using running = new AsyncDisposableStack();
  const directory = temporaryDirectory(running);
  let isGood = false;
  try {
    const modelRuns = await ModelRuns.start();
    running.defer(() => modelRuns.close());
    const slowModel = await SlowModel.start();
    running.defer(() => slowModel.close());
    console.log('A quiet replica answers everything that will be asked.');
    const expected = await learnAnswers(modelRuns, directory);
    modelRuns.withhold(minutes * MINUTE_MS);
    const cluster = await Cluster.start({ modelRuns, slowModel }, directory, running);
    await runIsServed(cluster.replicaPorts, modelRuns.newest);
    console.log(`${minutes} minutes of load.`);
    const signal = AbortSignal.any([AbortSignal.timeout(minutes * MINUTE_MS), interrupted.signal]);
    isGood = printSummary(await runLoad({ cluster, modelRuns, slowModel, expected }, signal));
    interrupted.signal.throwIfAborted();
  } finally {
    if (!isGood) console.log(`What each part said: ${keepLogs(directory)}`);
  }
  return isGood;
}

main().then(
  (isGood) => process.exit(isGood ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(COULD_NOT_RUN);
  },
);
