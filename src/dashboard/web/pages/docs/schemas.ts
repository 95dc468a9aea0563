import type { OpenApiDocument, Schema } from './document.ts';

/** Resolves a reference and merges the properties next to it. */
export function resolve(document: OpenApiDocument, schema: Schema): Schema {
  const { $ref, allOf, ...own } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1)!;
    return { ...resolve(document, document.components.schemas[name] ?? {}), ...own };
  }
  if (allOf?.length === 1) return { ...resolve(document, allOf[0]), ...own };
  return schema;
}

/** Names the type briefly: "string (date-time) or null", "array of string". */
export function typeName(document: OpenApiDocument, schema: Schema): string {
  const resolved = resolve(document, schema);
  const types = [resolved.type ?? (resolved.properties ? 'object' : 'any')].flat();
  const named = types.map((type) => {
    if (type === 'array') return `array of ${typeName(document, resolved.items ?? {})}`;
    return resolved.format === undefined || type === 'null' ? type : `${type} (${resolved.format})`;
  });
  return named.join(' or ');
}

/** Formats an example or a default as a user would type it. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const DEEPEST = 4;

/** Returns an initial value that fits the schema, with only the required members unless `isWhole`. */
export function exampleOf(document: OpenApiDocument, schema: Schema, isWhole: boolean, depth = 0): unknown {
  const resolved = resolve(document, schema);
  if (resolved.example !== undefined) return resolved.example;
  if (resolved.default !== undefined) return resolved.default;
  if (resolved.enum !== undefined) return resolved.enum[0];
  const type = [resolved.type ?? (resolved.properties ? 'object' : 'any')].flat()[0];
  if (type === 'object') {
    if (depth > DEEPEST) return {};
    const names = Object.keys(resolved.properties ?? {}).filter(
      (name) => isWhole || (resolved.required ?? []).includes(name),
    );
    return Object.fromEntries(
      names.map((name) => [name, exampleOf(document, resolved.properties![name], isWhole, depth + 1)]),
    );
  }
  if (type === 'array')
    return depth > DEEPEST ? [] : [exampleOf(document, resolved.items ?? {}, isWhole, depth + 1)];
  if (type === 'integer' || type === 'number') return resolved.minimum ?? 0;
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return resolved.format === 'date-time' ? '2027-01-31T00:00:00Z' : 'text';
}
