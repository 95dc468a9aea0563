import type { RequestFault } from '../../core/http/index.js';
import { ParameterReader } from './parameter-reader.js';

/** A query as parsed by the HTTP server: a repeated parameter is an array. */
export type RawQuery = Record<string, string | string[] | undefined>;

const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/;

/** Reads parameters from a query: all are text, and lists are separated by commas. */
export class QueryReader extends ParameterReader {
  protected readonly words = { parameter: 'parameter', number: 'a plain decimal' };

  constructor(private readonly raw: RawQuery) {
    super();
  }

  protected names(): string[] {
    return Object.keys(this.raw).filter((name) => this.raw[name] !== undefined);
  }

  protected text(name: string): string | undefined {
    const value = this.raw[name];
    return Array.isArray(value) ? this.refuse(name, `"${name}" must be given once.`) : value;
  }

  protected number(name: string, expectation: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    return PLAIN_DECIMAL.test(text) ? Number(text) : this.refuse(name, expectation);
  }

  protected list(name: string): string[] | undefined {
    const text = this.text(name);
    return text === '' ? [] : text?.split(',');
  }

  protected fault(parameter: string, detail: string): RequestFault {
    return { parameter, detail };
  }
}
