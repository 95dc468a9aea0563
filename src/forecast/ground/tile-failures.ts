import { LRUCache } from 'lru-cache';
import { type Fault, faultOfError } from '../../core/common/index.js';
import { type BackOff, HOUR_MS, backOffMs, toInstant } from '../../core/time/index.js';
import { TileError } from './tile-error.js';

const WAITS: BackOff = { firstMs: 15_000, longestMs: HOUR_MS / 2, jitter: 0.1 };
const MOST_TILES = 10_000;
/** What failures of the source are kept under. */
const SOURCE = '';

/** One tile can be damaged; if no other could be had since, it is the source. */
const LEAST_DAMAGED = 3;

interface Failed {
  count: number;
  untilMs: number;
}

/** Remembers which tiles couldn't be had, and waits longer after each failure before they are asked for again. */
export class TileFailures {
  private readonly failed = new LRUCache<string, Failed>({ max: MOST_TILES });

  /** Of those since a tile could last be fetched. */
  private latest: { readonly fault: Fault; readonly damaged: number; readonly untilMs: number } | undefined;

  /** What is wrong with the source: the last fetches failed, unless nothing has been asked of it for long. */
  get fault(): Fault | undefined {
    const { latest } = this;
    if (!latest || Date.now() >= latest.untilMs + HOUR_MS) return undefined;
    return this.failed.has(SOURCE) || latest.damaged >= LEAST_DAMAGED ? latest.fault : undefined;
  }

  isWaiting(name: string, nowMs = Date.now()): boolean {
    return [SOURCE, name].some((key) => nowMs < (this.failed.get(key)?.untilMs ?? 0));
  }

  note(name: string, error: unknown, nowMs = Date.now()): void {
    const isOfTile = error instanceof TileError && !error.isOfSource;
    const key = isOfTile ? name : SOURCE;
    const known = this.failed.get(key) ?? { count: 0, untilMs: 0 };
    // What was already under way at the last failure tells nothing new.
    const count = known.count - Number(nowMs < known.untilMs);
    const askedMs = error instanceof TileError ? error.retryAfterMs : 0;
    const untilMs = nowMs + Math.max(backOffMs(WAITS, count), askedMs);
    this.failed.set(key, { count: count + 1, untilMs: Math.max(untilMs, known.untilMs) });
    this.latest = {
      fault: faultOfError(error as Error, this.latest?.fault.since ?? toInstant(new Date(nowMs))),
      damaged: (this.latest?.damaged ?? 0) + Number(isOfTile),
      untilMs: Math.max(untilMs, this.latest?.untilMs ?? 0),
    };
  }

  /** Notes that a tile could be fetched, and so can others. */
  forget(name: string): void {
    this.failed.delete(name);
    this.failed.delete(SOURCE);
    this.latest = undefined;
  }
}
