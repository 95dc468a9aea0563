import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Configuration } from '../config/configuration.js';

/** The `__Host-` prefix binds the cookie to this host; browsers take it over https only. */
function cookieName(configuration: Configuration): string {
  return configuration.isSecure ? '__Host-session' : 'session';
}

function cookieOptions(configuration: Configuration) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: configuration.isSecure } as const;
}

export function readSessionToken(request: FastifyRequest, configuration: Configuration): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : request.server.parseCookie(cookie)[cookieName(configuration)];
}

export function setSessionCookie(
  reply: FastifyReply,
  token: string,
  expires: Date,
  configuration: Configuration,
): void {
  reply.setCookie(cookieName(configuration), token, { ...cookieOptions(configuration), expires });
}

export function clearSessionCookie(reply: FastifyReply, configuration: Configuration): void {
  reply.clearCookie(cookieName(configuration), cookieOptions(configuration));
}
