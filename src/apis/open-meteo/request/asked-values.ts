import { Problem, quoted, withPlainNames } from '../../../core/http/index.js';
import { type Choice, type ChoiceName, PARAMETERS, type WholeName } from './open-meteo-parameters.js';

/** The parameters of a request by name, as its query or its JSON body has them. */
export type RawParameters = Readonly<Record<string, unknown>>;

/** Also with an exponent, as JSON writes 0.0000001 (1e-7). */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i;
const WHOLE = /^-?\d{1,15}$/;
/** Both separate the entries of a list. */
export const LIST_SEPARATOR = /[,|]/;
/** As Open-Meteo reads them, in lower case. */
const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  on: true,
  false: false,
  '0': false,
};
/** More than the known names of any list, or the coordinates of a request. */
const LONGEST_LIST = 1000;

/** Refuses the request with an error message of Open-Meteo's. */
export function refuse(parameter: string, reason: string): never {
  throw new Problem('invalid_parameter', { errors: [{ parameter, detail: reason }] });
}

/** Refuses an unknown name with Open-Meteo's error message. */
export function refuseName(type: string, value: string, parameter: string): never {
  return refuse(
    parameter,
    `Cannot initialize ${type} from invalid String value ${quoted(value)} for key ${parameter}`,
  );
}

/**
 * Reads parameters that are text, lists in any form that Open-Meteo reads (separated, repeated, or with brackets in their
 * names), or members of a JSON object. Ignores unknown parameters, as Open-Meteo does. The methods throw Problem
 * invalid_parameter.
 */
export class AskedValues {
  private readonly raw: RawParameters;

  constructor(raw: RawParameters) {
    this.raw = withPlainNames(raw);
  }

  /** Empty where the parameter is absent or empty. */
  list(name: string): string[] {
    const value = Object.hasOwn(this.raw, name) ? this.raw[name] : undefined;
    if (value === undefined || value === null) return [];
    const entries = (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((entry) =>
      this.textOf(name, entry).split(LIST_SEPARATOR),
    );
    const given = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
    if (given.length > LONGEST_LIST)
      refuse(name, `Parameter '${name}' must not exceed ${LONGEST_LIST} elements.`);
    return given;
  }

  /** Undefined where the parameter is absent or empty. */
  text(name: string): string | undefined {
    const given = this.list(name);
    if (given.length > 1) refuse(name, `Parameter '${name}' must have one value`);
    return given.at(0);
  }

  numbers(name: string): number[] {
    return this.list(name).map((text) =>
      DECIMAL.test(text)
        ? Number(text)
        : refuse(name, `Parameter '${name}' must be a number. Given: ${quoted(text)}.`),
    );
  }

  wholes(name: string): number[] {
    return this.list(name).map((text) =>
      WHOLE.test(text)
        ? Number(text)
        : refuse(name, `Parameter '${name}' must be a whole number. Given: ${quoted(text)}.`),
    );
  }

  /** Whether the parameter is true. */
  flag(name: string): boolean {
    const text = this.text(name);
    if (text === undefined) return false;
    const word = text.toLowerCase();
    return Object.hasOwn(FLAGS, word) ? FLAGS[word] : refuseName('Bool', text, name);
  }

  /** A whole number up to the parameter's maximum. */
  whole(name: WholeName): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = WHOLE.test(text) ? Number(text) : NaN;
    const { called, schema } = PARAMETERS[name];
    if (value >= 0 && value <= schema.maximum) return value;
    return refuse(name, `${called} is invalid. Allowed range 0 to ${schema.maximum}. Given ${quoted(text)}.`);
  }

  /** @param given another name of the parameter */
  choice<Name extends ChoiceName>(name: Name, given: string = name): Choice<Name> | undefined {
    const text = this.text(given);
    if (text === undefined) return undefined;
    const { called, schema } = PARAMETERS[name];
    const known: readonly Choice<Name>[] = schema.enum;
    return known.find((one) => one === text) ?? refuseName(called, text, given);
  }

  private textOf(name: string, value: unknown): string {
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    return refuse(name, `Parameter '${name}' must be text, a number or a list of these`);
  }
}
