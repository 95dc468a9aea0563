const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const ARRAY = '['.charCodeAt(0);
const OBJECT = '{'.charCodeAt(0);

/**
 * Whether a JSON text certainly has more than `most` values inside of arrays and objects, without parsing it: a value
 * follows each comma, and each opening bracket but the first begins one.
 */
export function hasMoreValues(text: string, most: number): boolean {
  // A bracket after a comma belongs to the same value, so each value counts at most twice.
  const enough = 2 * most + 1;
  let count = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i += 1;
    else if (code === QUOTE) isInString = !isInString;
    else if (!isInString && (code === COMMA || code === ARRAY || code === OBJECT) && ++count > enough)
      return true;
  }
  return false;
}
