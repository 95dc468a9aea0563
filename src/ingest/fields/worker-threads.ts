import { type TransferListItem, Worker } from 'node:worker_threads';
import type { MemberStatistics, VariableName } from '../../weather/meteo/index.js';
import type { FilledPlane, MergeTask, PackTask } from '../../store/write/index.js';
import { type RunGrid } from './step-decoder.js';
import { type IngestThreads } from './ingest-threads.js';
import { type RecordBytes } from '../download/download.js';
import { type Findings } from './record-taker.js';
import { readThreadFailure, type ThreadData, type ThreadReply, type ThreadTask } from './thread-messages.js';

/** A thread's objects are small and short-lived; with more room they would only be collected later. */
const YOUNG_OBJECTS_MB = 4;

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** A worker thread and its pending tasks. */
class Thread {
  private readonly waiting = new Map<number, Waiting>();
  private readonly worker: Worker;
  private lastId = 0;

  constructor(entry: URL, execArgv: string[], workerData: ThreadData) {
    this.worker = new Worker(entry, {
      workerData,
      execArgv,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_OBJECTS_MB },
    });
    this.worker.on('message', ({ id, result, failure }: ThreadReply) => {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (failure) waiting?.reject(readThreadFailure(failure));
      else waiting?.resolve(result);
    });
    this.worker.on('error', (error: Error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('a thread of the ingest has ended')));
  }

  /** The number of pending tasks. */
  get load(): number {
    return this.waiting.size;
  }

  ask(task: ThreadTask, transfer: TransferListItem[] = []): Promise<unknown> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, task }, transfer);
    });
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private fail(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

/** Processes records in worker threads, and packs and merges a band of rows in each. */
export class WorkerThreads implements IngestThreads {
  private readonly threads: Thread[];
  private readonly threadOfVariable = new Map<VariableName, Thread>();

  constructor(
    run: Date,
    grid: RunGrid,
    readonly count: number,
    entry = new URL('./ingest.thread.js', import.meta.url),
    execArgv: string[] = [],
  ) {
    this.threads = Array.from({ length: count }, () => new Thread(entry, execArgv, { run, grid }));
  }

  async take(
    downloaded: RecordBytes,
    codes: SharedArrayBuffer,
    remainders?: SharedArrayBuffer,
  ): Promise<FilledPlane> {
    const own = copyOf(downloaded);
    const task: ThreadTask = { kind: 'take', downloaded: own, codes, remainders };
    return (await this.threadFor(own).ask(task, buffersOf(own))) as FilledPlane;
  }

  async takeMember(downloaded: RecordBytes): Promise<void> {
    const own = copyOf(downloaded);
    const [first] = downloaded.record.member!.statistics.of;
    await this.threadOf(first).ask({ kind: 'member', downloaded: own }, buffersOf(own));
  }

  async reduce(
    { of: [first] }: MemberStatistics,
    variable: VariableName,
    stepHours: number,
    codes: SharedArrayBuffer,
  ): Promise<FilledPlane> {
    const task: ThreadTask = { kind: 'reduce', variable, stepHours, codes };
    return (await this.threadOf(first).ask(task)) as FilledPlane;
  }

  async note(downloaded: RecordBytes): Promise<void> {
    const own = copyOf(downloaded);
    await this.threadFor(own).ask({ kind: 'note', downloaded: own }, buffersOf(own));
  }

  packBand(task: PackTask): Promise<number[]> {
    return this.idlest().ask({ kind: 'pack', task }) as Promise<number[]>;
  }

  async mergeBand(task: MergeTask): Promise<void> {
    await this.idlest().ask({ kind: 'merge', task });
  }

  async findings(): Promise<Findings> {
    const answers = this.threads.map((thread) => thread.ask({ kind: 'findings' }));
    const findings = (await Promise.all(answers)) as Findings[];
    return {
      outside: findings.flatMap(({ outside }) => outside),
      implausible: findings.flatMap(({ implausible }) => implausible),
      differences: findings.flatMap(({ differences }) => differences),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.end()));
  }

  /**
   * A value accumulated since an earlier step needs the values of that step, which are in the thread that processed it.
   */
  private threadFor({ record }: Pick<RecordBytes, 'record'>): Thread {
    const { source, forecast } = record;
    if (forecast.kind === 'instant') return this.idlest();
    return this.threadOf(source.variable);
  }

  private threadOf(variable: VariableName): Thread {
    const known = this.threadOfVariable.get(variable);
    const thread = known ?? this.threads[this.threadOfVariable.size % this.count];
    this.threadOfVariable.set(variable, thread);
    return thread;
  }

  private idlest(): Thread {
    return this.threads.reduce((idlest, thread) => (thread.load < idlest.load ? thread : idlest));
  }
}

/** Copies the bytes: only whole buffers can be transferred, and these may hold other records, too. */
function copyOf({ record, bytes, wholeBytes }: RecordBytes): RecordBytes {
  return {
    record,
    bytes: new Uint8Array(bytes),
    ...(wholeBytes && { wholeBytes: new Uint8Array(wholeBytes) }),
  };
}

function buffersOf({ bytes, wholeBytes }: RecordBytes): ArrayBuffer[] {
  return [bytes, wholeBytes].flatMap((own) => (own ? [own.buffer as ArrayBuffer] : []));
}
