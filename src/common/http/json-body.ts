import type { FastifyRequest } from 'fastify';
import { Problem } from '../problems/problem.js';

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
    done(new Problem('malformed_body'));
    return;
  }
  done(null, body);
}
