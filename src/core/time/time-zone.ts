import { DAY_MS, HOUR_MS } from '../../weather/time/index.js';

const DAY_HOURS = 24;
const MOST_DAYS_KEPT = 4000;

const OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;
/** Intl also accepts offsets, which aren't time zones. */
const NUMERIC = /^[+-]/;

/**
 * Names that Intl never updates, with their current names in the IANA database. Intl resolves all other links of that
 * database itself.
 */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

interface ZoneRules {
  /** The canonical name. */
  name: string;
  format: Intl.DateTimeFormat;
  /** Starts of days that have been computed. */
  dayStartsMs: Map<number, number>;
  /** UTC offsets at UTC midnight, from those computations. */
  offsetsMs: Map<number, number>;
}

/** Keyed by lower-case name. Only names that exist are kept, so the map is bounded. */
const knownRules = new Map<string, ZoneRules>();

/** An IANA time zone with its local days, by the time zone data of Node.js. */
export class TimeZone {
  private constructor(
    readonly name: string,
    private readonly rules: ZoneRules,
  ) {}

  /**
   * Finds a zone by any of its names, ignoring case. The zone has the canonical name.
   *
   * @returns undefined if there is no such zone
   */
  static named(name: string): TimeZone | undefined {
    const rules = knownRules.get(name.toLowerCase()) ?? TimeZone.readRules(name);
    return rules && new TimeZone(rules.name, rules);
  }

  private static readRules(name: string): ZoneRules | undefined {
    if (NUMERIC.test(name)) return undefined;
    try {
      const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
      const { timeZone } = format.resolvedOptions();
      const rules: ZoneRules = {
        name: RENAMED[timeZone] ?? timeZone,
        format,
        dayStartsMs: new Map(),
        offsetsMs: new Map(),
      };
      knownRules.set(name.toLowerCase(), rules);
      return rules;
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** Returns how far local clocks are ahead of UTC at a moment, in milliseconds. */
  offsetMs(timeMs: number): number {
    const part = this.rules.format.formatToParts(timeMs).find(({ type }) => type === 'timeZoneName');
    const match = OFFSET.exec(part?.value ?? '');
    if (!match) throw new Error(`${this.name} has an offset of an unknown form: ${part?.value}`);
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = match;
    return (sign === '-' ? -1 : 1) * ((+hours * 60 + +minutes) * 60 + +seconds) * 1000;
  }

  /** Returns the local day of a moment, as days since 1970-01-01. */
  dayOf(timeMs: number): number {
    let day = Math.floor((timeMs + this.offsetMs(timeMs)) / DAY_MS);
    // Clocks that go back across midnight repeat the end of a day, but days must not overlap.
    while (timeMs < this.startOfDay(day)) day--;
    while (timeMs >= this.startOfDay(day + 1)) day++;
    return day;
  }

  /**
   * Returns when a local day, given as days since 1970-01-01, starts: at midnight, or at the clock change if that skips
   * midnight. A day that the local calendar skips starts and ends at the same moment.
   *
   * @param hour of the local clock at which days start instead, 0..23
   */
  startOfDay(day: number, hour = 0): number {
    return kept(this.rules.dayStartsMs, day + hour / DAY_HOURS, () => this.findStart(day, hour));
  }

  private findStart(day: number, hour: number): number {
    // The local time taken as UTC. No zone has ever been more than a day away from UTC.
    const localMs = day * DAY_MS + hour * HOUR_MS;
    const before = this.offsetAtMidnight(day - 1);
    const after = this.offsetAtMidnight(hour === 0 ? day + 1 : day + 2);
    const candidates = [localMs - before, localMs - after];
    if (before === after) return candidates[0];
    const starts = candidates.filter((timeMs) => timeMs + this.offsetMs(timeMs) === localMs);
    return starts.length > 0 ? Math.min(...starts) : this.findChange(candidates[1], candidates[0], after);
  }

  private offsetAtMidnight(day: number): number {
    return kept(this.rules.offsetsMs, day, () => this.offsetMs(day * DAY_MS));
  }

  /** Returns the moment between the two from which the offset applies. */
  private findChange(fromMs: number, toMs: number, offsetMs: number): number {
    let [before, after] = [fromMs, toMs];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (this.offsetMs(middle) === offsetMs) after = middle;
      else before = middle;
    }
    return after;
  }
}

function kept(values: Map<number, number>, day: number, find: () => number): number {
  const known = values.get(day);
  if (known !== undefined) return known;
  if (values.size >= MOST_DAYS_KEPT) values.clear();
  const found = find();
  values.set(day, found);
  return found;
}
