import { parse } from 'fast-querystring';
import { MOST_PARAMETERS } from '../problems/request-structure.js';

/** Parses a query, up to one parameter more than allowed: thousands would take a millisecond. */
export function parseQuery(text: string): Record<string, unknown> {
  return parse(firstParameters(text, MOST_PARAMETERS + 1));
}

function firstParameters(text: string, count: number): string {
  // Each parameter has at least a character and a separator.
  if (text.length < 2 * count) return text;
  let end = -1;
  for (let found = 0; found < count;) {
    const start = end + 1;
    end = text.indexOf('&', start);
    if (end === -1) return text;
    if (end > start) found += 1;
  }
  return text.slice(0, end);
}
