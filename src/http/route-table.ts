import type { FastifyInstance } from 'fastify';

/** The registered routes, so that a known path with another method can be answered with the methods it has. */
export class RouteTable {
  private readonly routes: { pattern: RegExp; methods: string[] }[] = [];

  /** Must be called before the routes are registered. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method }) => {
      this.routes.push({ pattern: toPattern(url), methods: [method].flat() });
    });
  }

  /** The methods of all routes that match the path, sorted. */
  methodsOf(path: string): string[] {
    const methods = this.routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods);
    return [...new Set(methods)].sort();
  }
}

function toPattern(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:[^/]+/g, '[^/]+').replaceAll('*', '.*')}/?$`);
}
