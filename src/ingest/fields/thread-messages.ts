import type { VariableName } from '../../weather/meteo/index.js';
import type { MergeTask, PackTask } from '../../store/write/index.js';
import { IngestError, type IngestErrorName } from '../ingest-error.js';
import { type RunGrid } from './step-decoder.js';
import { type RecordBytes } from '../download/download.js';

/** A thread's initial data. */
export interface ThreadData {
  run: Date;
  grid: RunGrid;
}

export type ThreadTask =
  | {
      kind: 'take';
      downloaded: RecordBytes;
      codes: SharedArrayBuffer;
      remainders?: SharedArrayBuffer | undefined;
    }
  | { kind: 'pack'; task: PackTask }
  | { kind: 'merge'; task: MergeTask }
  | { kind: 'member'; downloaded: RecordBytes }
  | { kind: 'reduce'; variable: VariableName; stepHours: number; codes: SharedArrayBuffer }
  | { kind: 'note'; downloaded: RecordBytes }
  | { kind: 'findings' };

export interface ThreadRequest {
  id: number;
  task: ThreadTask;
}

/** Errors lose their class and code when they are posted between threads. */
interface ThreadFailure {
  name: string;
  message: string;
  code: string | undefined;
  isIngestError: boolean;
}

export interface ThreadReply {
  id: number;
  result?: unknown;
  failure?: ThreadFailure;
}

export function writeThreadFailure(error: unknown): ThreadFailure {
  const { name, message, code } = error as NodeJS.ErrnoException;
  return { name, message, code, isIngestError: error instanceof IngestError };
}

export function readThreadFailure({ name, message, code, isIngestError }: ThreadFailure): Error {
  if (isIngestError) return new IngestError(name as IngestErrorName, message);
  return Object.assign(new Error(message), { name, ...(code === undefined ? {} : { code }) });
}
