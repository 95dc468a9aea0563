import type { FastifyRequest } from 'fastify';
import { Problem } from '../common/problems/problem.js';

/** The name of the query parameter and of the header that hold the key. */
export const API_KEY = 'apikey';

/**
 * The request's key in the header or in the query.
 * @throws Problem ambiguous_api_key when one place holds several, or both hold different ones.
 */
export function readRequestKey(request: FastifyRequest): string | undefined {
  const inHeader = request.raw.headersDistinct[API_KEY] ?? [];
  const inQuery = [(request.query as Record<string, string | string[] | undefined>)[API_KEY] ?? []].flat();
  if (inHeader.length > 1 || inQuery.length > 1) {
    throw new Problem('ambiguous_api_key', {
      detail: `The ${inHeader.length > 1 ? 'header' : 'parameter'} "${API_KEY}" is repeated.`,
    });
  }
  const keys = new Set([...inHeader, ...inQuery].filter((key) => key !== ''));
  if (keys.size > 1)
    throw new Problem('ambiguous_api_key', { detail: 'The key in the header is not the one in the query.' });
  return keys.values().next().value;
}
