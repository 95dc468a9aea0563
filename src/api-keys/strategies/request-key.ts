import type { FastifyRequest } from 'fastify';
import { Problem } from '../../http/problems/problem.js';

/** The name of the query parameter and of the header that hold the key. */
export const API_KEY = 'apikey';

/**
 * The request's key in the header or in the query; an empty one is none.
 * @throws Problem ambiguous_api_key when one place holds several, or both hold different ones.
 */
export function readRequestKey(request: FastifyRequest): string | undefined {
  const inHeader = request.headers[API_KEY] as string | undefined;
  const inQuery = (request.query as Record<string, string | string[] | undefined>)[API_KEY];
  // Node joins repeated headers with a comma, which no key has.
  if (inHeader?.includes(',') && request.raw.headersDistinct[API_KEY]!.length > 1) throw repeated('header');
  if (Array.isArray(inQuery)) throw repeated('parameter');
  if (inHeader && inQuery && inHeader !== inQuery) {
    throw new Problem('ambiguous_api_key', {
      detail: 'The key in the header differs from the one in the query.',
    });
  }
  return inHeader || inQuery || undefined;
}

function repeated(place: string): Problem {
  return new Problem('ambiguous_api_key', { detail: `The ${place} "${API_KEY}" is repeated.` });
}
