const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const DAY_MS = DAY_HOURS * HOUR_MS;
const MOST_DAYS_KEPT = 4000;

const OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;
/** What Intl takes beside names: offsets, which are no time zones. */
const NUMERIC = /^[+-]/;

/**
 * Where the names of Intl, which never change, are not those of the IANA database any more. What else the database links
 * to another name, Intl does too.
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
  /** The canonical one. */
  name: string;
  format: Intl.DateTimeFormat;
  /** The beginnings of days that were worked out already. */
  dayStartsMs: Map<number, number>;
  /** The offsets at the midnights of UTC that this took. */
  offsetsMs: Map<number, number>;
}

/** By names in lower case. Names that exist are few, so this cannot grow without bounds. */
const knownRules = new Map<string, ZoneRules>();

/** A time zone of the IANA database with its local days, by the rules that Node.js brings along. */
export class TimeZone {
  private constructor(
    readonly name: string,
    private readonly rules: ZoneRules,
  ) {}

  /**
   * The zone has the canonical name, whichever of its names it is found by.
   *
   * @returns undefined where there is no zone of the name; upper and lower case count as the same
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

  /** How far the local clocks are ahead of UTC at a moment, in milliseconds. */
  offsetMs(timeMs: number): number {
    const part = this.rules.format.formatToParts(timeMs).find(({ type }) => type === 'timeZoneName');
    const match = OFFSET.exec(part?.value ?? '');
    if (!match) throw new Error(`${this.name} has an offset of an unknown form: ${part?.value}`);
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = match;
    return (sign === '-' ? -1 : 1) * ((+hours * 60 + +minutes) * 60 + +seconds) * 1000;
  }

  /** The local day of a moment, counted from 1970-01-01. */
  dayOf(timeMs: number): number {
    let day = Math.floor((timeMs + this.offsetMs(timeMs)) / DAY_MS);
    // Clocks that go back over midnight repeat the end of a day; days must not overlap nonetheless.
    while (timeMs < this.startOfDay(day)) day--;
    while (timeMs >= this.startOfDay(day + 1)) day++;
    return day;
  }

  /**
   * When a local day, counted from 1970-01-01, begins: at midnight, or where the clocks leave midnight out, at the
   * moment of their change. A day that the calendar of the place leaves out begins and ends at the same moment.
   *
   * @param hour of the local clock at which days begin instead, 0..23
   */
  startOfDay(day: number, hour = 0): number {
    return kept(this.rules.dayStartsMs, day + hour / DAY_HOURS, () => this.findStart(day, hour));
  }

  private findStart(day: number, hour: number): number {
    // What UTC calls the time: no zone is or was ever further away from it than a day.
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

  /** The moment in between from which on an offset holds. */
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
