import type { FastifyRequest } from 'fastify';
import { Problem, readBearerToken, usesBearer } from '../../core/http/index.js';

/** The name of the query parameter and of the header for the key. */
export const API_KEY = 'apikey';

/** How a request identifies its caller: by an API key, or a client's access token. */
export type CredentialKind = 'key' | 'token';

export interface RequestCredential {
  kind: CredentialKind;
  text: string;
}

/**
 * Returns the API key or the access token of a request.
 * @throws Problem ambiguous_api_key if there are several
 */
export function readRequestCredential(request: FastifyRequest): RequestCredential | undefined {
  const key = readRequestKey(request);
  if (!usesBearer(request)) return key === undefined ? undefined : { kind: 'key', text: key };
  if (key === undefined) return { kind: 'token', text: readBearerToken(request) };
  throw new Problem('ambiguous_api_key', { detail: 'Send either an API key or an access token, not both.' });
}

/**
 * Returns the key in the header or the query; an empty one counts as missing.
 * @throws Problem ambiguous_api_key if one part has several keys, or the two have different ones
 */
function readRequestKey(request: FastifyRequest): string | undefined {
  const inHeader = request.headers[API_KEY] as string | undefined;
  const inQuery = (request.query as Record<string, string | string[] | undefined>)[API_KEY];
  // Node.js joins repeated headers with a comma, which no key contains.
  if (inHeader?.includes(',') && request.raw.headersDistinct[API_KEY]!.length > 1) throw repeated('header');
  if (Array.isArray(inQuery)) throw repeated('parameter');
  if (inHeader && inQuery && inHeader !== inQuery) {
    throw new Problem('ambiguous_api_key', {
      detail: 'The key in the header differs from the one in the query.',
    });
  }
  return inHeader || inQuery || undefined;
}

function repeated(part: string): Problem {
  return new Problem('ambiguous_api_key', { detail: `The ${part} "${API_KEY}" is repeated.` });
}
