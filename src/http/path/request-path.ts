import type { FastifyRequest } from 'fastify';

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The path of a URL as it was sent, also of one in absolute form. */
export function pathOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0];
  return path.startsWith('/') ? path : path.replace(ORIGIN, '');
}

/** The path as the router reads it: of the route that answers, else with what was escaped needlessly as it is meant. */
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
