import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Configuration } from '../../core/config/index.js';
import type { BegunSession } from './begun-session.types.js';

/** For the documentation of routes that set a cookie. */
export const SET_COOKIE = {
  'Set-Cookie': {
    description:
      'The session cookie, which signing out removes, or the one of a sign-in with an identity provider that has begun.',
    example: 'session=9mWq3cXy; Path=/; HttpOnly; SameSite=Lax',
  },
};

/** The `__Host-` prefix binds the cookie to this host; browsers only accept it over https. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-session' : 'session';
}

function cookieOptions(configuration: Configuration) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: configuration.isSecure } as const;
}

export function readSessionToken(request: FastifyRequest, configuration: Configuration): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined
    ? undefined
    : request.server.parseCookie(cookie)[sessionCookieName(configuration.isSecure)];
}

/** Signs in the browser that gets the response. */
export function setSessionCookie(
  reply: FastifyReply,
  { session, token }: BegunSession,
  configuration: Configuration,
): void {
  const options = { ...cookieOptions(configuration), expires: session.expiresAt };
  reply.setCookie(sessionCookieName(configuration.isSecure), token, options);
}

export function clearSessionCookie(reply: FastifyReply, configuration: Configuration): void {
  reply.clearCookie(sessionCookieName(configuration.isSecure), cookieOptions(configuration));
}
