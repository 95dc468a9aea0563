import type { OpenApiDocument, Schema } from './document.ts';
import { resolve, valueText } from './schemas.ts';

/** Describes a schema's constraints: "-90 to 90", "at most 100 characters". */
export function constraintsOf(document: OpenApiDocument, schema: Schema, description = ''): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, ...others } = resolve(document, schema);
  const parts = [
    rangeText(minimum, maximum),
    rangeText(minLength, maxLength, 'characters'),
    rangeText(minItems, maxItems, 'entries'),
    others.format === 'date-time' ? 'for example 2027-01-31T06:00:00Z' : undefined,
    others.pattern === undefined ? undefined : patternText(others.pattern),
    // A list of choices shows its default, and some descriptions mention it.
    others.default === undefined || others.enum !== undefined || description.includes('Default: ')
      ? undefined
      : `default: ${valueText(others.default)}`,
  ].filter((part) => part !== undefined);
  const text = parts.join('; ');
  return text === '' ? '' : `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function rangeText(least: number | undefined, most: number | undefined, what?: string): string | undefined {
  const of = what === undefined ? '' : ` ${what}`;
  if (least !== undefined && most !== undefined) return `${least} to ${most}${of}`;
  if (most !== undefined) return `at most ${most}${of}`;
  // At least one entry or character needs no mention.
  if (least !== undefined && !(what !== undefined && least <= 1)) return `at least ${least}${of}`;
  return undefined;
}

/** All IDs share one pattern; other patterns are rare and are shown verbatim. */
function patternText(pattern: string): string {
  const id = /^\^(\w+_)\[0-9A-Z\]\{26\}\$$/.exec(pattern);
  if (id !== null) return `${id[1]} and 26 digits and capital letters`;
  if (pattern === '^[a-z]{3}_[0-9A-Z]{26}$') return 'as returned by the previous page';
  return `matches ${pattern}`;
}
