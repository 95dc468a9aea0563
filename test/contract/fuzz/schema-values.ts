import fc from 'fast-check';
import { DAY_MS } from '../../../src/core/time/index.js';

/** The parts of JSON Schema that the document uses for requests. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
}

/** Values that are meaningful to the service, by the name of a parameter or a member. */
export type KnownValues = Record<string, fc.Arbitrary<unknown>>;

/** Longer lists are valid as well, but cost more than they reveal. */
const LONGEST_LIST = 5;

/** Generates values that match the schemas of a document. */
export class SchemaValues {
  constructor(
    private readonly schemas: Record<string, Schema>,
    private readonly known: KnownValues,
  ) {}

  fitting(schema: Schema, name = ''): fc.Arbitrary<unknown> {
    const resolved = this.resolve(schema);
    const usual = this.ofSchema(resolved);
    const known = resolved.enum || !(name in this.known) ? undefined : this.known[name];
    return known ? fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: usual }) : usual;
  }

  resolve(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : this.schemas[schema.$ref.split('/').at(-1)!];
  }

  private ofSchema(schema: Schema): fc.Arbitrary<unknown> {
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (choices) return fc.oneof(...choices.map((choice) => this.fitting(choice)));
    const types = [schema.type ?? 'string'].flat();
    return fc.oneof(...types.map((type) => this.ofType(type, schema)));
  }

  private ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
    const { minimum = -1_000, maximum = 1_000 } = schema;
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) });
      case 'number':
        return fc.double({ min: minimum, max: maximum, noNaN: true });
      case 'array':
        return this.list(schema);
      case 'object':
        return this.object(schema);
      default:
        return text(schema);
    }
  }

  private list({ items = {}, minItems = 0, maxItems = LONGEST_LIST }: Schema): fc.Arbitrary<unknown[]> {
    const maxLength = Math.max(minItems, Math.min(maxItems, LONGEST_LIST));
    return fc.array(this.fitting(items), { minLength: minItems, maxLength });
  }

  private object({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
    const members = Object.entries(properties).map(([name, member]) => [name, this.fitting(member, name)]);
    return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: required,
      noNullPrototype: true,
    });
  }
}

function text({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  if (format === 'date-time') return instant();
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) });
}

/** Returns a random instant in the given range of days from now, with a precision of one second. */
export function instant(fromDays = -3, toDays = 20): fc.Arbitrary<string> {
  return fc
    .integer({ min: fromDays * DAY_MS, max: toDays * DAY_MS })
    .map((ms) => `${new Date(Date.now() + ms).toISOString().slice(0, 19)}Z`);
}
