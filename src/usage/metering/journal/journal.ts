import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ExclusiveFileLock } from '../../../core/locks/index.js';
import { FrameEncoder } from './frame-encoder.js';
import { SegmentFile } from './segment-file.js';
import { type UsageEvent } from './usage-event.types.js';

/** A completed part of a journal. */
export interface Segment {
  journalId: string;
  /** Starts at 1; gaps don't matter. A journal's segments are applied in this order. */
  sequence: number;
  path: string;
  sizeBytes: number;
  /** When its first event was written. */
  begunMs: number;
}

export interface JournalOptions {
  /** Contains one directory for each writing process. */
  root: string;
  /** The most bytes that may wait for the database in total. */
  maxBytes?: number;
  /** Limits the size of a transaction. */
  maxSegmentBytes?: number;
  onError?: (error: Error) => void;
}

type Release = (isRecorded: boolean) => void;

const GIB = 2 ** 30;
const MIB = 2 ** 20;
/** More than requests write in a turn of the event loop, and more than fits into the slack of blocks on a full disk. */
const PROBE_BYTES = 64 * 1024;

/**
 * The write-ahead journal of one process: every event is written to a file before the response that it counts is
 * released. The events of one turn of the event loop are written together.
 */
export class Journal {
  readonly id = randomUUID();
  private readonly encoder = new FrameEncoder();
  private releases: Release[] = [];
  private lock: ExclusiveFileLock | undefined;
  private current: SegmentFile | undefined;
  private readonly ended: Segment[] = [];
  private endedBytes = 0;
  private sequence = 0;
  private writtenCount = 0;
  private failedCount = 0;
  private readonly writeTurn = () => this.write();

  constructor(private readonly options: JournalOptions) {}

  /** Must be called before anything is appended. */
  async open(): Promise<void> {
    mkdirSync(this.options.root, { recursive: true });
    // Lock first: a directory whose lock is not held belongs to a process that has ended.
    this.lock = await ExclusiveFileLock.acquire(`${this.directory}.lock`, { waitMs: 0 });
    mkdirSync(this.directory);
  }

  get root(): string {
    return this.options.root;
  }

  private get directory(): string {
    return join(this.root, this.id);
  }

  /** The completed segments that are not applied yet, oldest first. */
  get waiting(): readonly Segment[] {
    return this.ended;
  }

  /** The bytes that the database does not have yet. */
  get backlogBytes(): number {
    return this.endedBytes + (this.current?.sizeBytes ?? 0);
  }

  /** The time of the oldest event that the database may not have; undefined if it has everything. */
  get backlogSinceMs(): number | undefined {
    return this.ended.length > 0 ? this.ended[0].begunMs : this.current?.begunMs;
  }

  /** The number of successful writes since the process started. */
  get written(): number {
    return this.writtenCount;
  }

  /** The number of failed writes and syncs. */
  get failed(): number {
    return this.failedCount;
  }

  /** Appends an event. The caller holds the response until `release` is called, in this turn of the event loop. */
  append(event: UsageEvent, release: Release): void {
    this.encoder.add(event);
    this.releases.push(release);
    if (this.releases.length === 1) setImmediate(this.writeTurn);
  }

  /** Completes the current segment, unless it is empty, and returns `waiting`. */
  takeSegments(): readonly Segment[] {
    this.write();
    this.endSegment();
    return this.ended;
  }

  /** Deletes the oldest segments, which are in the database now. */
  async removeOldest(count: number): Promise<void> {
    for (const { sizeBytes, path } of this.ended.splice(0, count)) {
      this.endedBytes -= sizeBytes;
      await rm(path, { force: true });
    }
  }

  /** Writes a test file beside the segments. The outcome counts like that of a frame. */
  async probe(): Promise<void> {
    const path = `${this.directory}.probe`;
    try {
      this.expectRoom(PROBE_BYTES);
      await writeFile(path, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flush: true });
      this.writtenCount += 1;
    } catch (error) {
      this.fail(error as Error);
    }
    await rm(path, { force: true }).catch(() => undefined);
  }

  /** Closes the journal. Segments that were not applied stay for the next process. */
  close(): void {
    const isEmpty = this.takeSegments().length === 0;
    if (isEmpty) {
      rmSync(this.directory, { recursive: true, force: true });
      rmSync(`${this.directory}.lock`, { force: true });
    }
    this.lock?.release();
    this.lock = undefined;
  }

  private write(): void {
    const { releases } = this;
    if (releases.length === 0) return;
    this.releases = [];
    const isRecorded = this.tryWrite();
    for (const release of releases) release(isRecorded);
  }

  private tryWrite(): boolean {
    const frame = this.encoder.takeFrame(this.current?.frames ?? 0);
    if (!frame) return true;
    try {
      this.expectRoom(frame.length);
      this.current ??= this.beginSegment();
      this.current.append(frame);
    } catch (error) {
      this.fail(error as Error);
      return false;
    }
    this.writtenCount += 1;
    if (this.current.sizeBytes > (this.options.maxSegmentBytes ?? 16 * MIB)) this.endSegment();
    return true;
  }

  private expectRoom(bytes: number): void {
    if (this.backlogBytes + bytes > (this.options.maxBytes ?? 4 * GIB)) throw new Error('It is full.');
  }

  private fail(error: Error): void {
    this.failedCount += 1;
    this.options.onError?.(error);
  }

  private beginSegment(): SegmentFile {
    if (!this.lock) throw new Error('It is not open.');
    this.sequence += 1;
    const name = `${String(this.sequence).padStart(10, '0')}.segment`;
    return new SegmentFile(join(this.directory, name), (error) => this.fail(error));
  }

  private endSegment(): void {
    const { current } = this;
    if (!current) return;
    this.current = undefined;
    current.end();
    const { path, sizeBytes, begunMs } = current;
    if (sizeBytes === 0) {
      // Nothing could be written. The next segment opens a new file, since this one may be on a lost disk.
      void rm(path, { force: true }).catch(() => undefined);
      return;
    }
    this.ended.push({ journalId: this.id, sequence: this.sequence, path, sizeBytes, begunMs });
    this.endedBytes += sizeBytes;
  }
}
