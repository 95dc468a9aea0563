import type { MemberStatistics, VariableName } from '../../weather/meteo/index.js';
import type { FilledPlane, StoreThreads } from '../../store/write/index.js';
import { type RecordBytes } from '../download/download.js';
import { type Findings } from './record-taker.js';

/** Does the work of an ingest, in worker threads or in the caller's thread. */
export interface IngestThreads extends StoreThreads {
  /** See RecordTaker. Records of one variable are processed in call order. */
  take(
    downloaded: RecordBytes,
    codes: SharedArrayBuffer,
    remainders?: SharedArrayBuffer,
  ): Promise<FilledPlane>;
  /** See RecordTaker. Records of one member statistic are processed in call order. */
  takeMember(downloaded: RecordBytes): Promise<void>;
  /** See RecordTaker. */
  reduce(
    statistics: MemberStatistics,
    variable: VariableName,
    stepHours: number,
    codes: SharedArrayBuffer,
  ): Promise<FilledPlane>;
  /** See RecordTaker. */
  note(downloaded: RecordBytes): Promise<void>;
  /** Returns the findings of all records that were taken or noted. */
  findings(): Promise<Findings>;
  /** Stops the work in progress. */
  close(): Promise<void>;
}
