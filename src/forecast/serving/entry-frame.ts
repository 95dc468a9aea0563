import { LRUCache } from 'lru-cache';
import { DAY_MS, MINUTE_MS } from '../../core/time/index.js';
import { type Words, wordsOf } from './json-words.js';

/** `YYYY-MM-DDTHH:MM:SS` */
const DATE_LENGTH = 10;
const TIME_LENGTH = 19;

/** The start of an entry in JSON, up to its values: `{"time":"2026-11-21T03:00:00Z","values":{`. */
export class EntryFrame {
  /** What follows the time of day. */
  readonly end: Words;
  private readonly offset: string;
  private readonly days = new LRUCache<number, Words>({ max: 100 });

  /**
   * @param name of the member that has the time
   * @param offsetMs how far the written times are ahead of UTC, in whole minutes; UTC by default
   */
  constructor(
    private readonly name: string,
    readonly offsetMs = 0,
  ) {
    this.offset = offsetMs === 0 ? 'Z' : offsetText(offsetMs);
    this.end = wordsOf(`${this.offset}","values":{`);
  }

  /** The start of the entries of a day, for the years 0 to 9999. */
  beginningOf(dayNumber: number): Words {
    const known = this.days.get(dayNumber);
    if (known) return known;
    const date = new Date(dayNumber * DAY_MS).toISOString().slice(0, DATE_LENGTH);
    const text = wordsOf(`{"${this.name}":"${date}T`);
    this.days.set(dayNumber, text);
    return text;
  }

  /** An instant as text. */
  textOf(timeMs: number): string {
    return new Date(timeMs + this.offsetMs).toISOString().slice(0, TIME_LENGTH) + this.offset;
  }
}

export const OWN_FRAME = new EntryFrame('time');

/** `+05:30` */
function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / MINUTE_MS);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}
