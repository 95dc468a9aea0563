import type { FastifyRequest } from 'fastify';
import { CODED_BODY, isCoded } from './json-body.js';
import { parseQuery } from './parse-query.js';

const MOST_PARAMETERS = 100;

/** An `application/x-www-form-urlencoded` body, which only routes marked `TakesForm` accept. */
export class FormBody {
  constructor(private readonly text: string) {}

  /** Returns the parameters as those of a query; duplicates as lists. */
  query(): Record<string, string | string[]> {
    return parseQuery(this.text) as Record<string, string | string[]>;
  }

  /** Returns the parameters; undefined if there are too many, or duplicates. */
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
