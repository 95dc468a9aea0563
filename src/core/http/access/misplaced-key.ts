import type { FastifyRequest } from 'fastify';
import { readBasicCredentials } from './authorization.js';

const PREFIX = 'wx_';
/** Where other services take keys. */
const HEADERS = ['X-API-Key', 'Api-Key', 'X-Auth-Token'];
const PARAMETERS = ['api_key', 'api-key', 'key', 'token', 'access_token', 'appid'];

/** Returns where an API key belongs if the request has one where none is read. */
export function misplacedKeyAdvice(request: FastifyRequest): string | undefined {
  const part = partOf(request);
  return part && `Send the API key in the header "apikey" of a weather route, not in ${part}.`;
}

function partOf(request: FastifyRequest): string | undefined {
  const { headers } = request;
  // Where there is a key in its place too, that one was refused.
  if (headers.apikey !== undefined) return undefined;
  const query = Object(request.query) as Record<string, unknown>;
  if (isInAuthorization(request)) return 'the header "Authorization"';
  const header = HEADERS.find((name) => isKey(headers[name.toLowerCase()]));
  if (header !== undefined) return `the header "${header}"`;
  const parameter = PARAMETERS.find((name) => [query[name]].flat().some(isKey));
  return parameter && `the query parameter "${parameter}"`;
}

/** Alone, or after any scheme. */
function isInAuthorization(request: FastifyRequest): boolean {
  const { user, password } = readBasicCredentials(request) ?? {};
  const words = request.headers.authorization?.split(' ') ?? [];
  return [user, password, ...words].some(isKey);
}

function isKey(text: unknown): boolean {
  return typeof text === 'string' && text.startsWith(PREFIX);
}
