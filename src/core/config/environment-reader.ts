import { parseAddressRange } from '../network/address-range.js';

/**
 * Reads single variables and collects all faults, so that they can be reported together. An empty value counts as
 * unset.
 */
export class EnvironmentReader {
  readonly faults: string[] = [];
  readonly warnings: string[] = [];
  /** Names of all variables that have been read. */
  readonly names = new Set<string>();

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  text(name: string): string | undefined {
    this.names.add(name);
    const value = this.environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  /** Warns if a variable is set that is only read until version 1.0. */
  deprecate(name: string, instead: string): void {
    if (this.text(name) !== undefined) this.warnings.push(`${name} is deprecated: ${instead}.`);
  }

  /** Returns the names of the variables that are set and match the pattern. */
  given(pattern: RegExp): string[] {
    return Object.keys(this.environment).filter(
      (name) => pattern.test(name) && this.text(name) !== undefined,
    );
  }

  /** Returns the value with leading and trailing whitespace. */
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

  /** Reads a URL, without trailing slashes. Faults don't repeat the value, which may contain a password. */
  url(name: string, protocols: readonly string[], fallback: string): string;
  url(name: string, protocols: readonly string[]): string | undefined;
  url(name: string, protocols: readonly string[], fallback?: string): string | undefined {
    const value = this.text(name);
    if (value === undefined) return fallback;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value.replace(/\/+$/, '');
    return this.fault(name, `must be a URL that starts with ${protocols.join(' or ')}`, fallback);
  }

  /** Reads URLs separated by whitespace or commas, without duplicates and trailing slashes. Faults don't repeat the value. */
  urls(name: string, protocols: readonly string[], fallback: string): string[] {
    const urls = (this.text(name) ?? fallback).split(/[\s,]+/).filter(Boolean);
    const isUrl = (value: string) => URL.canParse(value) && protocols.includes(new URL(value).protocol);
    if (urls.length === 0 || !urls.every(isUrl))
      return this.fault(name, `must be URLs that begin with ${protocols.join(' or ')}`, [fallback]);
    if (urls.some(hasCredentials)) return this.fault(name, "can't have a user name or password", [fallback]);
    return [...new Set(urls.map((url) => url.replace(/\/+$/, '')))];
  }

  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean);
  }

  /** Reads comma-separated addresses or ranges, such as `10.0.0.0/8, ::1`. */
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

  /** Reads comma-separated origins, such as `https://example.com`. Returns undefined for `*` (any), the default. */
  origins(name: string): string[] | undefined {
    const text = this.text(name) ?? '*';
    if (text === '*') return undefined;
    return text.split(',').flatMap((part) => {
      const entry = part.trim();
      const { origin, href } = URL.canParse(entry) ? new URL(entry) : {};
      // As browsers send it: in ASCII, without the usual port.
      if (origin !== undefined && href === `${origin}/`) return [origin];
      return this.fault(name, `has "${entry}"; expected origins, such as https://example.com, or *`, []);
    });
  }

  /** Records a fault and returns the given value, so that reading continues and finds other faults too. */
  fault<T>(name: string, problem: string, value: T): T {
    this.faults.push(`${name} ${problem}.`);
    return value;
  }
}

/** Whether a URL has a user name or password. Requests refuse it, with a message that repeats it. */
export function hasCredentials(url: string): boolean {
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}
