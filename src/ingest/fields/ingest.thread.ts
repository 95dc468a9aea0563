// Entry point of the ingest's worker threads. Runs one task at a time, so that the records of a variable stay in order.
import { parentPort, workerData } from 'node:worker_threads';
import { type FilledPlane, mergeBand, packBand } from '../../store/write/index.js';
import { type RecordBytes } from '../download/download.js';
import { type Findings, RecordTaker } from './record-taker.js';
import {
  type ThreadData,
  type ThreadReply,
  type ThreadRequest,
  type ThreadTask,
  writeThreadFailure,
} from './thread-messages.js';

const { run, grid } = workerData as ThreadData;
const taker = new RecordTaker(run, grid);
let turn = Promise.resolve();

function work(task: ThreadTask): Promise<unknown> | Findings | FilledPlane {
  switch (task.kind) {
    case 'take':
      return releasing(task.downloaded, taker.take(task.downloaded, task.codes, task.remainders));
    case 'pack':
      return packBand(task.task);
    case 'merge':
      return mergeBand(task.task);
    case 'member':
      return releasing(task.downloaded, taker.takeMember(task.downloaded));
    case 'reduce':
      return taker.reduce(task.variable, task.stepHours, task.codes);
    case 'note':
      return releasing(task.downloaded, taker.note(task.downloaded));
    case 'findings':
      return taker.findings();
  }
}

/** Frees a record's memory, which this thread owns, without waiting for garbage collection. */
async function releasing<T>({ bytes, wholeBytes }: RecordBytes, work: Promise<T>): Promise<T> {
  const result = await work;
  for (const own of [bytes, wholeBytes]) if (own?.buffer instanceof ArrayBuffer) own.buffer.transfer(0);
  return result;
}

async function answer({ id, task }: ThreadRequest): Promise<ThreadReply> {
  try {
    return { id, result: await work(task) };
  } catch (error) {
    return { id, failure: writeThreadFailure(error) };
  }
}

parentPort?.on('message', (request: ThreadRequest) => {
  turn = turn.then(async () => parentPort?.postMessage(await answer(request)));
});
