import { type RequestFault, escapePointer } from '../../core/http/index.js';
import { ParameterReader } from './parameter-reader.js';

/** A JSON object whose members are not validated yet. */
export type RawBody = Record<string, unknown>;

/** Reads parameters from a JSON object: numbers are numbers, lists are arrays, everything else is a string. */
export class BodyReader extends ParameterReader {
  protected readonly words = { parameter: 'member', number: 'a number' };

  /** @param pointer to the object in the body */
  constructor(
    private readonly raw: RawBody,
    private readonly pointer = '',
    faults?: RequestFault[],
  ) {
    super(faults);
  }

  protected names(): string[] {
    return Object.keys(this.raw);
  }

  protected text(name: string): string | undefined {
    const value = this.raw[name];
    if (value === undefined || typeof value === 'string') return value;
    return this.refuse(name, `"${name}" must be a string.`);
  }

  protected number(name: string, expectation: string): number | undefined {
    const value = this.raw[name];
    return value === undefined || typeof value === 'number' ? value : this.refuse(name, expectation);
  }

  protected list(name: string): string[] | undefined {
    const value = this.raw[name];
    if (value === undefined) return undefined;
    const isList = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
    return isList ? value : this.refuse(name, `"${name}" must be an array of strings.`);
  }

  protected fault(name: string, detail: string): RequestFault {
    return { pointer: `${this.pointer}/${escapePointer(name)}`, detail };
  }
}
