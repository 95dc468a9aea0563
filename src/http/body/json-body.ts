import type { FastifyRequest } from 'fastify';
import { mostValues } from '../problems/request-structure.js';
import { hasDuplicateMembers } from './duplicate-members.js';
import { hasMoreValues } from './json-values.js';

/** These stand for bodies that are refused once it is known that the caller may send one. */
export const MALFORMED_BODY = Symbol('malformed body');
export const UNSUPPORTED_BODY = Symbol('unsupported body');
export const CODED_BODY = Symbol('coded body');
export const MANY_VALUES_BODY = Symbol('body of many values');

const UNCODED = /^\s*(identity\s*)?$/i;

/**
 * Parses a JSON body. An empty one counts as none, since clients announce JSON with every request, also where there is
 * nothing to send. Names such as `__proto__` stay in the value as they are: the validation refuses them. A member that is
 * named twice is malformed, since programs differ on which of the two counts.
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
    isCoded(request) ? CODED_BODY : parse(text.toString().replace(/^\uFEFF/, ''), mostValues(request)),
  );
}

/** Whether the body is compressed, which none may be. */
export function isCoded({ headers }: FastifyRequest): boolean {
  return !UNCODED.test(headers['content-encoding'] ?? '');
}

function parse(text: string, most: number): unknown {
  // To parse the worst 64 kB would take ten milliseconds.
  if (hasMoreValues(text, most)) return MANY_VALUES_BODY;
  try {
    const body: unknown = JSON.parse(text);
    return hasDuplicateMembers(text, body) ? MALFORMED_BODY : body;
  } catch {
    // The parser's message repeats parts of the body, which may hold a password.
    return MALFORMED_BODY;
  }
}

/** Takes a body of any other media type for what it is. */
export function noteUnsupportedBody(
  _request: FastifyRequest,
  _body: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  done(null, UNSUPPORTED_BODY);
}
