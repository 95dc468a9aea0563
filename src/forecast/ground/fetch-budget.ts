import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../../core/time/index.js';

const MOST_AT_ONCE = 2;
const MOST_OF_AN_HOUR = 60;
/** For all keys together: each decodes 6 MB. */
const MOST_OF_PROCESS = 4;
const MOST_HOLDERS = 10_000;

interface Spent {
  atOnce: number;
  /** When the fetches of the last hour began. */
  begunMs: number[];
}

/** Limits the tiles that requests with a key can cause this process to fetch. */
export class FetchBudget {
  private readonly spent = new LRUCache<string, Spent>({ max: MOST_HOLDERS });
  private atOnce = 0;

  /**
   * Takes the place of a fetch.
   *
   * @returns a function to call at its end, with whether the tile had to come from the source; undefined if the holder
   * or the process has too many fetches at the moment, or the holder had too many in the last hour
   */
  take(holder: string, nowMs = Date.now()): ((wasFetched: boolean) => void) | undefined {
    const spent = this.spent.get(holder) ?? { atOnce: 0, begunMs: [] };
    spent.begunMs = spent.begunMs.filter((beganMs) => beganMs > nowMs - HOUR_MS);
    const isOver =
      this.atOnce >= MOST_OF_PROCESS ||
      spent.atOnce >= MOST_AT_ONCE ||
      spent.begunMs.length >= MOST_OF_AN_HOUR;
    if (isOver) return undefined;
    spent.atOnce += 1;
    spent.begunMs.push(nowMs);
    this.spent.set(holder, spent);
    this.atOnce += 1;
    return (wasFetched) => {
      spent.atOnce -= 1;
      this.atOnce -= 1;
      if (!wasFetched) spent.begunMs.splice(spent.begunMs.indexOf(nowMs), 1);
    };
  }
}
