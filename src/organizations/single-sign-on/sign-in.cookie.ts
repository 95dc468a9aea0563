import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Configuration } from '../../core/config/index.js';

const LIFETIME_SECONDS = 600;

function cookieName({ isSecure }: Configuration): string {
  return isSecure ? '__Host-sign-in' : 'sign-in';
}

/** `Lax`, since the browser returns from another site. */
function cookieOptions({ isSecure }: Configuration) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
}

/** Binds a sign-in to the browser that starts it. */
export function setSignInCookie(reply: FastifyReply, token: string, configuration: Configuration): void {
  reply.setCookie(cookieName(configuration), token, {
    ...cookieOptions(configuration),
    maxAge: LIFETIME_SECONDS,
  });
}

export function readSignInCookie(request: FastifyRequest, configuration: Configuration): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : request.server.parseCookie(cookie)[cookieName(configuration)];
}

export function clearSignInCookie(reply: FastifyReply, configuration: Configuration): void {
  reply.clearCookie(cookieName(configuration), cookieOptions(configuration));
}
