import type { OpenAPIObject } from '@nestjs/swagger';
import type { Examples } from '../../core/features/index.js';
import { type ReferenceObject, type SchemaObject } from './openapi.types.js';

type Schema = SchemaObject | ReferenceObject;

const REFERENCE = '#/components/schemas/';

/**
 * Returns an example of a body, composed of the examples of its members, those that features declare, and enum values.
 */
export function composeExample(document: OpenAPIObject, schema: Schema, examples: Examples): unknown {
  return compose(schema);

  function compose(part: Schema, path = ''): unknown {
    const { example } = part as { example?: unknown };
    if (example !== undefined) return example;
    const given = [path, path.slice(path.indexOf('.') + 1)].find((name) => name in examples);
    if (given !== undefined) return examples[given];
    if ('$ref' in part) return named(part.$ref.slice(REFERENCE.length));
    const { items, properties, anyOf } = part;
    if (part.enum) return part.enum[0] as unknown;
    if (anyOf) return compose(anyOf[0], path);
    if (items) return [compose(items)];
    return properties ? members(part, path) : undefined;
  }

  function named(name: string): unknown {
    return compose(document.components!.schemas![name], name);
  }

  function members({ properties = {}, required = [] }: SchemaObject, name: string): Record<string, unknown> {
    const entries = Object.entries(properties)
      .filter(([member, value]) => required.includes(member) || isGiven(value, `${name}.${member}`, member))
      .map(([member, value]) => [member, compose(value, `${name}.${member}`)] as const);
    return Object.fromEntries(entries);
  }

  /** Optional members are left out, unless there is an example for them. */
  function isGiven(schema: Schema, ...names: string[]): boolean {
    return ('example' in schema && schema.example !== undefined) || names.some((name) => name in examples);
  }
}
