import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ExclusiveFileLock } from '../../common/exclusive-file-lock.js';
import { FrameEncoder } from './frame-encoder.js';
import { SegmentFile } from './segment-file.js';
import { type UsageEvent } from './usage-event.types.js';

/** A part of a journal that nothing is added to any more. */
export interface Segment {
  journalId: string;
  /** From 1, without gaps that matter: a journal's segments are applied in this order. */
  sequence: number;
  path: string;
  sizeBytes: number;
  /** When its first event was written. */
  begunMs: number;
}

export interface JournalOptions {
  /** Has one directory for each process that writes. */
  root: string;
  /** What may wait for the database altogether. */
  maxBytes?: number;
  /** So that one batch is not too much for one transaction. */
  maxSegmentBytes?: number;
  onError?: (error: Error) => void;
}

type Release = (isRecorded: boolean) => void;

const GIB = 2 ** 30;
const MIB = 2 ** 20;

/**
 * The write-ahead journal of one process: every event is in a file before the answer that it counts is released. The
 * events of one turn of the event loop are written together.
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
  private readonly writeTurn = () => this.write();

  constructor(private readonly options: JournalOptions) {}

  /** Until then nothing can be appended. */
  async open(): Promise<void> {
    mkdirSync(this.options.root, { recursive: true });
    // The lock comes first: a directory without one belongs to a process that has ended.
    this.lock = await ExclusiveFileLock.acquire(`${this.directory}.lock`, { waitMs: 0 });
    mkdirSync(this.directory);
  }

  get root(): string {
    return this.options.root;
  }

  private get directory(): string {
    return join(this.root, this.id);
  }

  /** The segments that are to be applied already, oldest first. */
  get waiting(): readonly Segment[] {
    return this.ended;
  }

  /** What the database does not have yet. */
  get backlogBytes(): number {
    return this.endedBytes + (this.current?.sizeBytes ?? 0);
  }

  /** Since when the database has not everything; undefined while it has. */
  get backlogSinceMs(): number | undefined {
    return (this.ended[0] ?? this.current)?.begunMs;
  }

  /** Whoever appends an event holds its answer back until `release` is called, in this turn of the event loop. */
  append(event: UsageEvent, release: Release): void {
    this.encoder.add(event);
    this.releases.push(release);
    if (this.releases.length === 1) setImmediate(this.writeTurn);
  }

  /** As `waiting`, after ending the segment that is being written, if there is anything in it. */
  takeSegments(): readonly Segment[] {
    this.write();
    this.endSegment();
    return this.ended;
  }

  /** The database has the oldest segment. */
  async removeOldest(): Promise<void> {
    const segment = this.ended.shift();
    if (!segment) return;
    this.endedBytes -= segment.sizeBytes;
    await unlink(segment.path);
  }

  /** What was not applied stays for the next process. */
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
    const { maxBytes = 4 * GIB, maxSegmentBytes = 16 * MIB } = this.options;
    const frame = this.encoder.takeFrame();
    try {
      if (!frame) return true;
      if (this.backlogBytes + frame.length > maxBytes) throw new Error('The usage journal is full.');
      this.current ??= this.beginSegment();
      this.current.append(frame);
      if (this.current.sizeBytes > maxSegmentBytes) this.endSegment();
      return true;
    } catch (error) {
      // The lost frame may be the one that names an owner, so that the segment cannot go on.
      this.encoder.reset();
      this.endSegment();
      this.options.onError?.(error as Error);
      return false;
    }
  }

  private beginSegment(): SegmentFile {
    if (!this.lock) throw new Error('The usage journal is not open.');
    this.sequence += 1;
    const name = `${String(this.sequence).padStart(10, '0')}.segment`;
    return new SegmentFile(join(this.directory, name), (error) => this.options.onError?.(error));
  }

  private endSegment(): void {
    const { current } = this;
    if (!current) return;
    this.current = undefined;
    this.encoder.reset();
    current.end();
    const { path, sizeBytes, begunMs } = current;
    this.ended.push({ journalId: this.id, sequence: this.sequence, path, sizeBytes, begunMs });
    this.endedBytes += sizeBytes;
  }
}
