import type { ScopeName } from '../../features/names.types.js';
import type { FastifyRequest } from 'fastify';

export interface BasicCredentials {
  user: string;
  password: string;
}

/** Whether the request uses HTTP Basic, well-formed or not. */
export function usesBasic({ headers }: FastifyRequest): boolean {
  return /^basic(?: |$)/i.test(headers.authorization ?? '');
}

/** Returns the HTTP Basic credentials (RFC 7617); undefined if they are malformed. */
export function readBasicCredentials({ headers }: FastifyRequest): BasicCredentials | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/_-]+=*)$/i.exec(headers.authorization ?? '') ?? [];
  const text = Buffer.from(encoded ?? '', 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Whether the request has a bearer token (RFC 6750), well-formed or not. */
export function usesBearer({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined && /^bearer(?: |$)/i.test(headers.authorization);
}

/** The prefix of personal access tokens, which distinguishes them from those of clients. */
export const ACCOUNT_TOKEN_PREFIX = 'pat_';

/** Whether the request has a personal access token, well-formed or not. */
export function usesAccountToken(request: FastifyRequest): boolean {
  return usesBearer(request) && readBearerToken(request).startsWith(ACCOUNT_TOKEN_PREFIX);
}

/** Returns the bearer token of a request that uses one; empty if it is malformed. */
export function readBearerToken({ headers }: FastifyRequest): string {
  return /^bearer +([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** Returns why a route refuses a personal access token. Without a scope, it accepts none. */
export const tokenScopeFault = (scope?: ScopeName) =>
  scope === undefined
    ? "Personal access tokens can't do this. Sign in instead."
    : `The personal access token lacks the scope ${scope}.`;

/** Returns the response header for a refused bearer token, with RFC 6750's error codes. */
export function bearerChallenge(
  error: 'invalid_token' | 'insufficient_scope',
  scope?: string,
): Record<string, string> {
  const asked = scope === undefined ? '' : `, scope="${scope}"`;
  return { 'www-authenticate': `Bearer realm="weather", error="${error}"${asked}` };
}

/** Returns the header of a 401 on management routes: `Basic` only if it was used, so browsers show no login prompt. */
export function challenge(request: FastifyRequest): Record<string, string> {
  return { 'www-authenticate': usesBasic(request) ? 'Basic realm="weather", charset="UTF-8"' : 'Session' };
}
