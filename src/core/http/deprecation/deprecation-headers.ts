import type { FastifyInstance } from 'fastify';
import type { Deprecation } from './deprecated.decorator.js';

/** Adds the headers to every response, errors included, of routes registered later and marked @Deprecated. */
export function tellDeprecations(fastify: Pick<FastifyInstance, 'addHook'>): void {
  fastify.addHook('onRoute', (route) => {
    const { deprecation } = route.config ?? {};
    if (!deprecation) return;
    const headers = deprecationHeaders(deprecation);
    route.onRequest = [
      (_request, reply, done) => {
        reply.headers(headers);
        done();
      },
      ...[route.onRequest ?? []].flat(),
    ];
  });
}

/** `Deprecation` is a structured-field date, in seconds; `Sunset` is an HTTP date. */
function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  const headers: Record<string, string> = {
    deprecation: `@${Date.parse(since) / 1000}`,
    link: `<${link}>; rel="deprecation"; type="text/html"`,
  };
  if (sunset !== undefined) headers.sunset = new Date(sunset).toUTCString();
  return headers;
}
