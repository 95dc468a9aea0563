import {
  Problem,
  type RequestFault,
  escapePointer,
  quoted,
  withPlainNames,
} from '../../../core/http/index.js';

/** The parameters of a request by name, as given in its query or its JSON body. */
export type RawParameters = Readonly<Record<string, unknown>>;

const WHOLE = /^\d{1,3}$/;
/** More than there are fields. */
const LONGEST_LIST = 500;

/**
 * Reads parameters given as text, as comma-separated lists, repeatedly, with brackets in their names, or as values of a
 * JSON object. Parameters that are not read are ignored. The methods throw Problem invalid_parameter.
 */
export class AskedParameters {
  private readonly raw: RawParameters;

  constructor(
    raw: RawParameters,
    private readonly place: 'query' | 'body',
  ) {
    this.raw = withPlainNames(raw);
  }

  /** Returns the raw value, a list of a query as text; undefined if it is absent or empty. */
  value(name: string): unknown {
    const value = Object.hasOwn(this.raw, name) ? this.raw[name] : undefined;
    if (value === null || value === '') return undefined;
    return this.place === 'query' && Array.isArray(value) ? value.join() : value;
  }

  /** Returns the entries without duplicates; empty if the parameter is absent or empty. */
  list(name: string): string[] {
    const entries = this.text(name)?.split(',') ?? [];
    if (entries.length > LONGEST_LIST) this.refuse(name, `it has more than ${LONGEST_LIST} entries.`);
    return [...new Set(entries.map((entry) => entry.trim()))].filter((entry) => entry !== '');
  }

  /** Returns the value as text, with commas between the entries of a list. */
  text(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const entries = Array.isArray(value) ? (value as unknown[]) : [value];
    return entries
      .map((entry) => this.textOf(name, entry))
      .join()
      .trim();
  }

  /** Returns a whole number from 0 to `most`. */
  whole(name: string, most: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const number = WHOLE.test(text) ? Number(text) : NaN;
    return number <= most ? number : this.refuse(name, `use a whole number from 0 to ${most}.`);
  }

  choice<T extends string>(name: string, known: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    return known.find((one) => one === text) ?? this.refuseName(name, text, known);
  }

  refuseName(name: string, text: string, known: readonly string[]): never {
    return this.refuse(name, `"${quoted(text)}" is unknown; use ${known.join(', ')}.`);
  }

  /** @param detail what to do, as the end of a sentence */
  refuse(name: string, detail: string): never {
    const fault: RequestFault = { detail: `Fix parameter '${name}': ${detail}` };
    const where = this.place === 'query' ? { parameter: name } : { pointer: `/${escapePointer(name)}` };
    throw new Problem('invalid_parameter', { errors: [{ ...where, ...fault }] });
  }

  private textOf(name: string, value: unknown): string {
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
    return this.refuse(name, 'use text, a number or a list of these.');
  }
}
