import type { FastifyRequest } from 'fastify';

/** These stand for bodies that are refused once it is known that the caller may send one. */
export const MALFORMED_BODY = Symbol('malformed body');
export const UNSUPPORTED_BODY = Symbol('unsupported body');

/**
 * Parses a JSON body. An empty one counts as none, since clients announce JSON with every request, also where there is
 * nothing to send. Names such as `__proto__` stay in the value as they are: the validation refuses them.
 */
export function parseJsonBody(
  _request: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  if (text.length === 0) {
    done(null, undefined);
    return;
  }
  let body: unknown;
  try {
    body = JSON.parse(text.toString().replace(/^\uFEFF/, ''));
  } catch {
    // The parser's message repeats parts of the body, which may hold a password.
    body = MALFORMED_BODY;
  }
  done(null, body);
}

/** Takes a body of any other media type for what it is. */
export function noteUnsupportedBody(
  _request: FastifyRequest,
  _body: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  done(null, UNSUPPORTED_BODY);
}
