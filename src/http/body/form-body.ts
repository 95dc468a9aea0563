import type { FastifyRequest } from 'fastify';
import { CODED_BODY, isCoded } from './json-body.js';

/** A body of `application/x-www-form-urlencoded`, which a route takes only where it says so. */
export class FormBody {
  constructor(readonly parameters: URLSearchParams) {}
}

export function parseFormBody(
  request: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  done(null, isCoded(request) ? CODED_BODY : new FormBody(new URLSearchParams(text.toString())));
}
