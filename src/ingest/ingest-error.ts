import type { RunStoreErrorName } from '../store/sharing/index.js';

/** The kinds of ingest failures. The command prints the name before the message. */
export type IngestErrorName =
  | RunStoreErrorName
  | 'UsageError'
  | 'IngestBusyError'
  | 'IngestAbortedError'
  | 'WorkerEndedError'
  | 'DiskFullError'
  | 'FutureRunError'
  | 'RunNotFoundError'
  | 'RunTooOldError'
  | 'LayoutUnknownError'
  | 'RunOverdueError'
  | 'StepMissingError'
  | 'RecordMissingError'
  | 'RecordUnknownError'
  | 'RecordsChangedError'
  | 'InventoryError'
  | 'ForeignInventoryError'
  | 'FileMissingError'
  | 'FileChangedError'
  | 'FileUnreadableError'
  | 'HttpStatusError'
  | 'ConnectionError'
  | 'DownloadTimeoutError'
  | 'RangeIgnoredError'
  | 'ContentRangeError'
  | 'TruncatedDownloadError'
  | 'TruncatedFileError'
  | 'MalformedMessageError'
  | 'UnsupportedMessageError'
  | 'ForeignMessageError'
  | 'ImplausibleValuesError'
  | 'GridMismatchError';

/** The reason a run was not ingested. The message names the file, the step or the record. */
export class IngestError extends Error {
  override readonly name: IngestErrorName;
  /** Whether the same request may well succeed a moment later. */
  readonly transient: boolean;
  /** Set if a file of this step cannot be downloaded or used. */
  readonly stepHours: number | undefined;

  constructor(
    name: IngestErrorName,
    message: string,
    options: { cause?: unknown; transient?: boolean; stepHours?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = name;
    this.transient = options.transient ?? false;
    this.stepHours = options.stepHours;
  }
}

/**
 * Runs a task on a file of a step, and adds the step and the file's URL, if there is one, to an IngestError.
 * @throws whatever the task throws
 */
export async function namingFile<T>(
  stepHours: number,
  url: string | undefined,
  task: () => Promise<T>,
): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof IngestError)) throw error;
    const { name, message, cause, transient } = error;
    throw new IngestError(name, url ? `${message} (${url})` : message, { cause, transient, stepHours });
  }
}
