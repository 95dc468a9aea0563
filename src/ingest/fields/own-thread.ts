import type { MemberStatistics, VariableName } from '../../weather/meteo/index.js';
import {
  type FilledPlane,
  type MergeTask,
  type PackTask,
  mergeBand,
  packBand,
} from '../../store/write/index.js';
import { type RunGrid } from './step-decoder.js';
import { type IngestThreads } from './ingest-threads.js';
import { type RecordBytes } from '../download/download.js';
import { type Findings, RecordTaker } from './record-taker.js';

/** Processes records one at a time in the caller's thread. */
export class OwnThread implements IngestThreads {
  readonly count = 1;
  private readonly taker: RecordTaker;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(run: Date, grid: RunGrid) {
    this.taker = new RecordTaker(run, grid);
  }

  take(
    downloaded: RecordBytes,
    codes: SharedArrayBuffer,
    remainders?: SharedArrayBuffer,
  ): Promise<FilledPlane> {
    return this.inTurn(() => this.taker.take(downloaded, codes, remainders));
  }

  takeMember(downloaded: RecordBytes): Promise<void> {
    return this.inTurn(() => this.taker.takeMember(downloaded));
  }

  reduce(
    _: MemberStatistics,
    variable: VariableName,
    stepHours: number,
    codes: SharedArrayBuffer,
  ): Promise<FilledPlane> {
    return Promise.resolve(this.taker.reduce(variable, stepHours, codes));
  }

  note(downloaded: RecordBytes): Promise<void> {
    return this.inTurn(() => this.taker.note(downloaded));
  }

  packBand(task: PackTask): Promise<number[]> {
    return packBand(task);
  }

  mergeBand(task: MergeTask): Promise<void> {
    return mergeBand(task);
  }

  findings(): Promise<Findings> {
    return Promise.resolve(this.taker.findings());
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.turn.then(task);
    this.turn = result.catch(() => undefined);
    return result;
  }
}
