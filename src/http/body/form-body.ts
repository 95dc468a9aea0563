import type { FastifyRequest } from 'fastify';
import { CODED_BODY, isCoded } from './json-body.js';

const MOST_PARAMETERS = 100;

/** A body of `application/x-www-form-urlencoded`, which a route takes only where it says so. */
export class FormBody {
  constructor(private readonly text: string) {}

  /** By name; undefined where there are too many, or one is there twice. */
  parameters(): URLSearchParams | undefined {
    if (this.text.split('&', MOST_PARAMETERS + 1).length > MOST_PARAMETERS) return undefined;
    const parameters = new URLSearchParams(this.text);
    return new Set(parameters.keys()).size === parameters.size ? parameters : undefined;
  }
}

export function parseFormBody(
  request: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  done(null, isCoded(request) ? CODED_BODY : new FormBody(text.toString()));
}
