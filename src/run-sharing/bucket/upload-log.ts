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
 * What a bucket has of a finished run, so that an upload that broke off goes on where it was, in whichever process. It
 * is beside the run's files: a finished run never changes, and so neither does what was uploaded of it.
 */
export class UploadLog {
  private readonly files = new Map<string, FileState>();
  private readonly path: string;

  private constructor(directory: string) {
    this.path = join(directory, LOG_FILE);
  }

  /** Begins anew where what is there is of another store than `address`. */
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

  /** Whether it was uploaded whole; it may have been deleted since. */
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

  /** Whether an upload is one that can go on. */
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
    // Where the disk is full, an upload that breaks off starts over. A line begins anew after one that was cut short.
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

/** Undefined for a line that a killed process has not finished. */
function readEntry(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}
