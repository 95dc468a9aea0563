import type { FastifyRequest } from 'fastify';

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Returns the path of a URL as it was sent, also for a URL in absolute form. */
export function pathOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0];
  return path.startsWith('/') ? path : path.replace(ORIGIN, '');
}

/** Returns the path as the router reads it: the template of the matched route, or the path without needless escapes. */
export function routedPathOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? withoutEscapes(pathOf(request.url));
}

function withoutEscapes(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
