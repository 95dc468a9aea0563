import { LRUCache } from 'lru-cache';
import { type Change, type ChangeListener, DatabaseUnreachableError } from '../core/database/index.js';
import { within } from '../core/time/index.js';
import type { KeyState } from './key-state.js';
import { dependsOn } from './principal.js';

const MAXIMUM_KEYS = 50_000;
const MAXIMUM_UNKNOWN = 10_000;
/** How long an entry is fresh while the change feed is connected. */
const FRESH_MS = 10_000;
/** The same while it isn't. */
const FRESH_DISCONNECTED_MS = 1_000;
const UNKNOWN_MS = 1_000;
/** How long keys keep working while the database is unreachable. */
export const STALE_MS = 600_000;
const LOOK_UP_PATIENCE_MS = 2_000;

interface Entry {
  state: KeyState;
  readMs: number;
  /** The last time the database was asked, successfully or not. */
  askedMs: number;
}

/**
 * Caches the most recently used keys. Look-ups of the same key share one query, changes evict entries, and nothing that
 * was read before a change is kept. While the database is unreachable, known keys keep working for a while.
 */
export class VerifiedKeyCache implements ChangeListener {
  private readonly known = new LRUCache<string, Entry>({ max: MAXIMUM_KEYS });
  private readonly unknown = new LRUCache<string, number>({ max: MAXIMUM_UNKNOWN });
  private readonly lookUps = new Map<string, Promise<KeyState | undefined>>();
  /** Counts changes, so that a look-up can detect one in the meantime. */
  private changes = 0;

  constructor(private readonly isConnected: () => boolean) {}

  /** The number of cached keys, not counting unknown ones. */
  get size(): number {
    return this.known.size;
  }

  /** Returns whether the key was found before, however long ago, or is being looked up. */
  has(digest: string): boolean {
    return this.known.has(digest) || this.lookUps.has(digest);
  }

  /** Returns what is certain: a key's state, `unknown`, or undefined if the database must be asked. */
  get(digest: string, nowMs: number): KeyState | 'unknown' | undefined {
    const entry = this.known.get(digest);
    if (entry) return nowMs - entry.askedMs < this.freshMs() ? entry.state : undefined;
    const unknownMs = this.unknown.get(digest);
    return unknownMs !== undefined && nowMs - unknownMs < UNKNOWN_MS ? 'unknown' : undefined;
  }

  /** Asks the database, once for all concurrent callers. Returns undefined for an unknown key. */
  fill(digest: string, read: () => Promise<KeyState | undefined>): Promise<KeyState | undefined> {
    let lookUp = this.lookUps.get(digest);
    if (!lookUp) {
      lookUp = this.lookUp(digest, read).finally(() => {
        if (this.lookUps.get(digest) === lookUp) this.lookUps.delete(digest);
      });
      this.lookUps.set(digest, lookUp);
    }
    return lookUp;
  }

  changed(change: Change): void {
    this.changes += 1;
    this.lookUps.clear();
    const concerned = [...this.known.entries()].filter(([, { state }]) => dependsOn(state.principal, change));
    for (const [digest] of concerned) this.known.delete(digest);
  }

  missed(): void {
    this.changes += 1;
    this.lookUps.clear();
    this.known.clear();
    this.unknown.clear();
  }

  private freshMs(): number {
    return this.isConnected() ? FRESH_MS : FRESH_DISCONNECTED_MS;
  }

  private async lookUp(digest: string, read: () => Promise<KeyState | undefined>) {
    const changesBefore = this.changes;
    const readMs = Date.now();
    const stale = this.known.get(digest);
    let state: KeyState | undefined;
    try {
      state = await (stale ? within(LOOK_UP_PATIENCE_MS, read(), { otherwise: silent }) : read());
    } catch (error) {
      if (!stale || readMs - stale.readMs > STALE_MS) throw error;
      stale.askedMs = Date.now();
      return stale.state;
    }
    if (this.changes === changesBefore) this.keep(digest, state, readMs);
    return state;
  }

  private keep(digest: string, state: KeyState | undefined, readMs: number): void {
    if (state) this.known.set(digest, { state, readMs, askedMs: readMs });
    else {
      this.known.delete(digest);
      this.unknown.set(digest, readMs);
    }
  }
}

/** A database that doesn't respond at all counts as unreachable. */
function silent(): never {
  throw new DatabaseUnreachableError("The database doesn't respond.");
}
