import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type UploadRecord } from './large-upload.js';

const LOG_FILE = 'upload.jsonl';

type Entry = { file: string } & (
  | { kind: 'begun'; uploadId: string }
  | { kind: 'part'; part: number; etag: string }
  | { kind: 'whole' | 'lost' }
);

interface FileState {
  uploadId?: string;
  etags: Map<number, string>;
  isWhole: boolean;
}

/**
 * Records what a bucket has of a finished run, so that any process can resume an interrupted upload. It is next to the
 * run's files: a finished run never changes, so neither does what was uploaded of it.
 */
export class UploadLog {
  private readonly files = new Map<string, FileState>();
  private readonly path: string;

  private constructor(directory: string) {
    this.path = join(directory, LOG_FILE);
  }

  /** Reads the log, or starts a new one if it is of a store other than `address`. */
  static async open(directory: string, address: string): Promise<UploadLog> {
    const log = new UploadLog(directory);
    const text = await readFile(log.path, 'utf8').catch(() => '');
    const [first, ...lines] = text.split('\n').filter((line) => line !== '');
    const ownFirst = JSON.stringify({ address });
    if (first !== ownFirst) {
      await log.remove();
      await log.append(ownFirst);
      return log;
    }
    for (const line of lines) {
      const entry = readEntry(line);
      if (entry) log.apply(entry);
    }
    return log;
  }

  /** Whether the file was uploaded completely; it may have been deleted since. */
  isWhole(file: string): boolean {
    return this.stateOf(file).isWhole;
  }

  setWhole(file: string): Promise<void> {
    return this.write({ file, kind: 'whole' });
  }

  recordOf(file: string): UploadRecord {
    const state = this.stateOf(file);
    return {
      get uploadId() {
        return state.uploadId;
      },
      etags: state.etags,
      begin: (uploadId) => this.write({ file, kind: 'begun', uploadId }),
      add: (part, etag) => this.write({ file, kind: 'part', part, etag }),
      lose: () => this.write({ file, kind: 'lost' }),
    };
  }

  /** Whether an upload is one that can be resumed. */
  knows(uploadId: string | undefined): boolean {
    return [...this.files.values()].some((state) => state.uploadId === uploadId);
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true });
  }

  private stateOf(file: string): FileState {
    const state = this.files.get(file) ?? { etags: new Map<number, string>(), isWhole: false };
    this.files.set(file, state);
    return state;
  }

  private async write(entry: Entry): Promise<void> {
    this.apply(entry);
    await this.append(JSON.stringify(entry));
  }

  private async append(line: string): Promise<void> {
    // If the disk is full, an interrupted upload starts over. The leading newline separates the line from a truncated
    // one.
    await appendFile(this.path, `\n${line}`).catch(() => undefined);
  }

  private apply(entry: Entry): void {
    const state = this.stateOf(entry.file);
    if (entry.kind === 'part') state.etags.set(entry.part, entry.etag);
    else {
      state.isWhole = entry.kind === 'whole';
      state.uploadId = entry.kind === 'begun' ? entry.uploadId : undefined;
      state.etags.clear();
    }
  }
}

/** Returns undefined for a line that a killed process did not finish. */
function readEntry(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}
