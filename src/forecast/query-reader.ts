import { readInstant } from '../common/instant.js';
import { type RequestFault } from '../common/problems/problem.js';
import { TimeZone } from '../common/time-zone.js';
import { nearestNames } from './nearest-names.js';

/** A query as the HTTP server hands it over: a repeated parameter is a list. */
export type RawQuery = Record<string, string | string[] | undefined>;

const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/;
const QUOTED_LENGTH = 40;

/**
 * Reads the parameters of one query and collects every fault, so that the caller learns of all of them at once.
 * A method returns undefined where its parameter is absent or faulty.
 */
export class QueryReader {
  readonly faults: RequestFault[] = [];

  constructor(private readonly raw: RawQuery) {}

  /** Refuses parameters that nobody reads. */
  refuseAllBut(known: readonly string[]): void {
    for (const name of Object.keys(this.raw)) {
      if (known.includes(name)) continue;
      const nearest = nearestNames(cut(name), known)[0];
      this.refuse(cut(name), `There is no parameter "${cut(name)}"; the nearest one is "${nearest}".`);
    }
  }

  /** A required plain decimal in a range, rounded to four places. */
  degrees(name: string, minimum: number, maximum: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) {
      if (this.raw[name] === undefined)
        this.refuse(name, `"${name}" is required: degrees, as a plain decimal.`);
      return undefined;
    }
    if (!PLAIN_DECIMAL.test(text)) {
      return this.refuse(name, `"${name}" must be degrees as a plain decimal, such as -71.0466.`);
    }
    const value = Number(text);
    if (value < minimum || value > maximum) {
      return this.refuse(name, `"${name}" must lie between ${minimum} and ${maximum}.`);
    }
    // Adding 0 turns -0 into 0.
    return Math.round(value * 10_000) / 10_000 + 0;
  }

  /** An optional plain decimal of metres in a range. */
  metres(name: string, minimum: number, maximum: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!PLAIN_DECIMAL.test(text)) {
      return this.refuse(name, `"${name}" must be metres as a plain decimal, such as 1012.5.`);
    }
    const value = Number(text);
    if (value < minimum || value > maximum) {
      return this.refuse(name, `"${name}" must lie between ${minimum} and ${maximum}.`);
    }
    return value + 0;
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
        `"${name}" must be the name of a time zone in the IANA database, ${example}; "${cut(text)}" is none.`,
      )
    );
  }

  /** One name out of a list. */
  choice<T extends string>(name: string, known: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    return known.find((value) => value === text) ?? this.refuse(name, `"${name}" must be ${oneOf(known)}.`);
  }

  /** Names out of a list, separated by commas; duplicates collapse. */
  choices<T extends string>(name: string, known: readonly T[]): T[] | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (text === '') return this.refuse(name, `"${name}" must name at least one of ${known.join(', ')}.`);
    const names = [...new Set(text.split(','))];
    const unknown = names.filter((entry) => !(known as readonly string[]).includes(entry));
    for (const entry of unknown) {
      const nearest = nearestNames(cut(entry), known).join(', ');
      this.refuse(name, `"${name}" has the unknown name "${cut(entry)}"; the nearest known: ${nearest}.`);
    }
    return unknown.length === 0 ? (names as T[]) : undefined;
  }

  /** An instant in ISO 8601 with Z or an offset. */
  time(name: string): Date | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const time = readInstant(text);
    return typeof time === 'string' ? this.refuse(name, `"${name}" ${time}`) : time;
  }

  refuse(parameter: string, detail: string): undefined {
    this.faults.push({ parameter, detail });
  }

  private text(name: string): string | undefined {
    const value = this.raw[name];
    return Array.isArray(value) ? this.refuse(name, `"${name}" must be given once.`) : value;
  }
}

function cut(text: string): string {
  return text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text;
}

function oneOf(known: readonly string[]): string {
  return known.length === 1 ? `"${known[0]}"` : `one of ${known.map((value) => `"${value}"`).join(', ')}`;
}
