import { parseAddressRange } from '../common/address-range.js';

/** Reads single variables and collects every fault, so that they can be reported together. An empty value counts as unset. */
export class EnvironmentReader {
  readonly faults: string[] = [];
  /** Of all variables that were asked for. */
  readonly names = new Set<string>();

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  text(name: string): string | undefined {
    this.names.add(name);
    const value = this.environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  /** The names of the variables that are set and match the pattern. */
  given(pattern: RegExp): string[] {
    return Object.keys(this.environment).filter(
      (name) => pattern.test(name) && this.text(name) !== undefined,
    );
  }

  /** As it is, with the blanks around it. */
  verbatim(name: string): string | undefined {
    return this.text(name) === undefined ? undefined : this.environment[name];
  }

  integer(name: string, fallback: number, minimum: number, maximum: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
    if (number >= minimum && number <= maximum) return number;
    return this.fault(name, `must be a whole number from ${minimum} to ${maximum}, not "${value}"`, fallback);
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const known = allowed.find((candidate) => candidate === value);
    return known ?? this.fault(name, `must be one of ${allowed.join(', ')}, not "${value}"`, fallback);
  }

  /** A URL without its final slashes. The value is not repeated in a fault: it may hold a password. */
  url(name: string, protocols: readonly string[], fallback: string): string;
  url(name: string, protocols: readonly string[]): string | undefined;
  url(name: string, protocols: readonly string[], fallback?: string): string | undefined {
    const value = this.text(name);
    if (value === undefined) return fallback;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value.replace(/\/+$/, '');
    return this.fault(name, `must be a URL that starts with ${protocols.join(' or ')}`, fallback);
  }

  /** URLs between blanks or commas, each once and without a final slash. */
  urls(name: string, protocols: readonly string[], fallback: string): string[] {
    const urls = (this.text(name) ?? fallback).split(/[\s,]+/).filter(Boolean);
    const isUrl = (value: string) => URL.canParse(value) && protocols.includes(new URL(value).protocol);
    if (urls.length === 0 || !urls.every(isUrl))
      return this.fault(name, `must be URLs that begin with ${protocols.join(' or ')}`, [fallback]);
    return [...new Set(urls.map((url) => url.replace(/\/+$/, '')))];
  }

  /** Comma-separated. */
  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean);
  }

  /** Comma-separated addresses or ranges, such as `10.0.0.0/8, ::1`. */
  addresses(name: string): string[] {
    const entries = this.list(name);
    for (const entry of entries) {
      const range = parseAddressRange(entry);
      if (!range) this.fault(name, `has "${entry}", which is neither an address nor a range`, undefined);
      else if (range.prefixBits === 0)
        this.fault(name, `has "${entry}", which covers every address`, undefined);
    }
    return entries;
  }

  /** Comma-separated origins, such as `https://example.com`; undefined for `*`, which is any, and is the default. */
  origins(name: string): string[] | undefined {
    const text = this.text(name) ?? '*';
    if (text === '*') return undefined;
    const entries = text.split(',').map((entry) => entry.trim().replace(/\/$/, ''));
    for (const entry of entries) {
      if (!URL.canParse(entry) || new URL(entry).origin !== entry.toLowerCase())
        this.fault(name, `has "${entry}"; expected origins, such as https://example.com, or *`, undefined);
    }
    return entries.map((entry) => entry.toLowerCase());
  }

  /** Notes what is wrong with a variable and goes on with the given value, so that other faults are found too. */
  fault<T>(name: string, problem: string, value: T): T {
    this.faults.push(`${name} ${problem}.`);
    return value;
  }
}
