import { type MemberStatistics } from '../../meteo/ensemble/member-statistics.js';
import { type VariableName } from '../../meteo/variables.js';
import { type FilledPlane } from '../../model-store/write/run-writer.js';
import { type StoreThreads } from '../../model-store/write/store-threads.js';
import { type RecordBytes } from '../download/download.js';
import { type Findings } from './record-taker.js';

/** Who does the work of an ingest: threads of its own, or the caller's. */
export interface IngestThreads extends StoreThreads {
  /** See RecordTaker. The records of one variable are taken in the order in which they are given. */
  take(
    downloaded: RecordBytes,
    codes: SharedArrayBuffer,
    remainders?: SharedArrayBuffer,
  ): Promise<FilledPlane>;
  /** See RecordTaker. The records of one member statistic are taken in the order in which they are given. */
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
  /** Of all records that were taken or noted. */
  findings(): Promise<Findings>;
  /** Ends what is under way. */
  close(): Promise<void>;
}
