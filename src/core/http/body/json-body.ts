import type { FastifyRequest } from 'fastify';
import { mostValues } from '../problems/request-structure.js';
import { hasDuplicateMembers } from './duplicate-members.js';

/** Placeholders for bodies that are refused later, once the caller is known to be allowed to send one. */
export const MALFORMED_BODY = Symbol('malformed body');
export const UNSUPPORTED_BODY = Symbol('unsupported body');
export const CODED_BODY = Symbol('coded body');
export const MANY_VALUES_BODY = Symbol('body of many values');

const UNCODED = /^\s*(identity\s*)?$/i;

/**
 * Parses a JSON body. An empty one counts as none, since clients send the JSON content type even without a body. Names
 * such as `__proto__` are kept: the validation refuses them. A duplicate member is malformed, since programs differ on
 * which of the two counts.
 */
export function parseJsonBody(
  request: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  if (text.length === 0) {
    done(null, undefined);
    return;
  }
  done(
    null,
    isCoded(request) ? CODED_BODY : parseJson(text.toString().replace(/^\uFEFF/, ''), mostValues(request)),
  );
}

/** Whether the body is compressed, which is never accepted. */
export function isCoded({ headers }: FastifyRequest): boolean {
  return !UNCODED.test(headers['content-encoding'] ?? '');
}

/** Returns the value of a JSON text, or the placeholder of one that is refused. */
export function parseJson(text: string, most = Infinity): unknown {
  // Parsing the worst 64 kB would take 10 ms.
  if (most < Infinity && hasMoreValues(text, most)) return MANY_VALUES_BODY;
  try {
    const body: unknown = JSON.parse(text);
    return hasDuplicateMembers(text, body) ? MALFORMED_BODY : body;
  } catch {
    // The parser's message repeats parts of the body, which may contain a password.
    return MALFORMED_BODY;
  }
}

/** Marks a body of any other media type as unsupported. */
export function noteUnsupportedBody(
  _request: FastifyRequest,
  _body: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  done(null, UNSUPPORTED_BODY);
}

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
