import { TimeZone, readInstant, toInstant } from '../../core/time/index.js';
import { MOST_LISTED_FAULTS, type RequestFault, quoted } from '../../core/http/index.js';
import { type KnownNames, nearestNames } from './nearest-names.js';

/** More than the known names of any list; repeated names count. */
const LONGEST_LIST = 100;

interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** Times in a response are at most two weeks beyond these bounds, and so have four-digit years. */
const EARLIEST = new Date('0001-01-02T00:00:00Z');
const LATEST = new Date('9999-12-14T00:00:00Z');

/**
 * Reads the parameters of one request and collects all faults, so that clients learn of them at once. Methods return
 * undefined if their parameter is absent or faulty. Subclasses read them from a query or a body.
 */
export abstract class ParameterReader {
  private readonly faultyNames = new Set<string>();

  /** @param faults the list to add faults to, shared by the readers of one request */
  constructor(readonly faults: RequestFault[] = []) {}

  /** What error messages call a parameter and a number. */
  protected abstract readonly words: { parameter: string; number: string };

  /** The names of the parameters that the request has. */
  protected abstract names(): string[];
  protected abstract text(name: string): string | undefined;
  /** Refuses anything but a number, with `expectation` as the message. */
  protected abstract number(name: string, expectation: string): number | undefined;
  protected abstract list(name: string): string[] | undefined;
  protected abstract fault(name: string, detail: string): RequestFault;

  /** Refuses unknown parameters. */
  refuseAllBut(known: KnownNames): void {
    for (const name of this.names()) {
      if (known.names.includes(name)) continue;
      const nearest = this.suggest(name, known)[0];
      const suggestion = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
      this.refuse(name, `Unknown ${this.words.parameter} "${quoted(name)}".${suggestion}`);
    }
  }

  has(name: string): boolean {
    return this.names().includes(name);
  }

  /** Text that is neither empty nor too long. */
  shortText(name: string, mostCharacters: number): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (text.trim() === '' || [...text].length > mostCharacters)
      return this.refuse(name, `"${name}" must have 1 to ${mostCharacters} characters.`);
    // The database can't store NUL and lone surrogates.
    if (!text.isWellFormed() || text.includes('\0'))
      return this.refuse(name, `"${name}" has a character that is not text.`);
    return text;
  }

  /** Required degrees in a range, rounded to four places. */
  degrees(name: string, bounds: Bounds): number | undefined {
    const { number } = this.words;
    if (!this.has(name)) {
      return this.refuse(name, `"${name}" is required unless you set "place": degrees, as ${number}.`);
    }
    const expectation = `"${name}" must be degrees as ${number}, such as -71.0466.`;
    const value = this.within(name, this.number(name, expectation), bounds);
    return value === undefined ? undefined : fourDecimals(value);
  }

  /** Optional meters in a range. */
  metres(name: string, bounds: Bounds): number | undefined {
    const expectation = `"${name}" must be meters as ${this.words.number}, such as 1012.5.`;
    const value = this.within(name, this.number(name, expectation), bounds);
    return value === undefined ? undefined : value + 0;
  }

  /** An optional whole number in a range. */
  whole(name: string, least: number, most: number): number | undefined {
    const expectation = `"${name}" must be a whole number from ${least} to ${most}.`;
    const value = this.number(name, expectation);
    if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return value;
    return this.refuse(name, expectation);
  }

  /** A name of the IANA time zone database, or `auto`. */
  timeZone(name: string): TimeZone | 'auto' | undefined {
    const text = this.text(name);
    if (text === undefined || text === 'auto') return text;
    const example = 'such as Europe/Berlin, or "auto"';
    return (
      TimeZone.named(text) ??
      this.refuse(
        name,
        `"${name}" must be the name of a time zone in the IANA database, ${example}. "${quoted(text)}" is not one.`,
      )
    );
  }

  /** One name out of a list. */
  choice<T extends string>(name: string, known: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    return known.find((value) => value === text) ?? this.refuse(name, `"${name}" must be ${oneOf(known)}.`);
  }

  /** Names out of a list; duplicates collapse. */
  choices<T extends string>(name: string, known: KnownNames<T>): T[] | undefined {
    const given = this.list(name);
    if (given?.length === 0)
      return this.refuse(name, `"${name}" must name at least one of ${known.names.join(', ')}.`);
    if (!given) return undefined;
    if (given.length > LONGEST_LIST)
      return this.refuse(name, `"${name}" may have at most ${LONGEST_LIST} entries; it has ${given.length}.`);
    const names = [...new Set(given)];
    const unknown = names.filter((entry) => !(known.names as readonly string[]).includes(entry));
    for (const entry of unknown) {
      const nearest = this.suggest(entry, known).join(', ');
      const suggestion = nearest === '' ? '' : ` The nearest known names: ${nearest}.`;
      this.refuse(name, `"${name}" has the unknown name "${quoted(entry)}".${suggestion}`);
    }
    return unknown.length === 0 ? (names as T[]) : undefined;
  }

  /** An instant in ISO 8601 with Z or an offset. */
  time(name: string): Date | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const time = readInstant(text);
    if (typeof time === 'string') return this.refuse(name, `"${name}" ${time}`);
    if (time >= EARLIEST && time <= LATEST) return time;
    return this.refuse(name, `"${name}" must be between ${toInstant(EARLIEST)} and ${toInstant(LATEST)}.`);
  }

  refuse(name: string, detail: string): undefined {
    this.faultyNames.add(name);
    this.faults.push(this.fault(name, detail));
  }

  isFaulty(name: string): boolean {
    return this.faultyNames.has(name);
  }

  /** Others are only counted. They need no suggestions, which take longer than anything else in a request. */
  get isNextFaultListed(): boolean {
    return this.faults.length < MOST_LISTED_FAULTS;
  }

  private suggest(unknown: string, known: KnownNames): string[] {
    return this.isNextFaultListed ? nearestNames(quoted(unknown), known) : [];
  }

  private within(name: string, value: number | undefined, { minimum, maximum }: Bounds): number | undefined {
    if (value === undefined || (value >= minimum && value <= maximum)) return value;
    return this.refuse(name, `"${name}" must be between ${minimum} and ${maximum}.`);
  }
}

/** Rounds degrees to the precision that counts. Adding 0 turns -0 into 0. */
export function fourDecimals(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000 + 0;
}

function oneOf(known: readonly string[]): string {
  return known.length === 1 ? `"${known[0]}"` : `one of ${known.map((value) => `"${value}"`).join(', ')}`;
}
