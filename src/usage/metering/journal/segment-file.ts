import { closeSync, fdatasync, ftruncateSync, openSync, writeSync } from 'node:fs';

/** The longest delay before data is synced. Until then it is in the page cache, which survives a killed process. */
const SYNC_AFTER_MS = 25;

/** The segment of the journal that is being written. */
export class SegmentFile {
  readonly begunMs = Date.now();
  private readonly descriptor: number;
  private writtenBytes = 0;
  private writtenFrames = 0;
  private syncTimer: NodeJS.Timeout | undefined;
  private isSyncing = false;
  private isEnded = false;

  constructor(
    readonly path: string,
    private readonly onSyncError: (error: Error) => void,
  ) {
    this.descriptor = openSync(path, 'wx', 0o600);
  }

  get sizeBytes(): number {
    return this.writtenBytes;
  }

  get frames(): number {
    return this.writtenFrames;
  }

  /** Appends a whole frame, or throws and appends nothing. */
  append(frame: Buffer): void {
    try {
      for (let done = 0; done < frame.length;) {
        done += writeSync(this.descriptor, frame, done, frame.length - done, this.writtenBytes + done);
      }
    } catch (error) {
      ftruncateSync(this.descriptor, this.writtenBytes);
      throw error;
    }
    this.writtenBytes += frame.length;
    this.writtenFrames += 1;
    this.syncTimer ??= setTimeout(() => this.sync(), SYNC_AFTER_MS);
  }

  /** Ends the segment. Syncs outstanding data before closing the file. */
  end(): void {
    this.isEnded = true;
    if (this.syncTimer) {
      clearTimeout(this.syncTimer);
      this.sync();
    } else if (!this.isSyncing) closeSync(this.descriptor);
  }

  private sync(): void {
    this.syncTimer = undefined;
    if (this.isSyncing) {
      this.syncTimer = setTimeout(() => this.sync(), SYNC_AFTER_MS);
      return;
    }
    this.isSyncing = true;
    fdatasync(this.descriptor, (error) => {
      this.isSyncing = false;
      if (error) this.onSyncError(error);
      if (this.isEnded && !this.syncTimer) closeSync(this.descriptor);
    });
  }
}
