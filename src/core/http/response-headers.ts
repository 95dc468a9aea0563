import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Configuration } from '../config/configuration.js';
import { routedPathOf } from './path/request-path.js';
import type { CrossOriginAccess } from './cross-origin.decorator.js';
import type { RouteTable } from './route-table.js';
import { varyBy } from './coding/vary.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit headers that cross-origin pages may read instead of the standard ones, comma-separated. */
    exposedLimits?: string;
  }
}

const API = '/v1/';

const ON_EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** API responses are not pages: nothing may be loaded, run or framed. They are not cached unless the route says so. */
const ON_API = {
  ...ON_EVERY_ANSWER,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

const ON_PAGES = {
  ...ON_EVERY_ANSWER,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
};

const EXPOSED_LIMITS = 'RateLimit-Policy, RateLimit';
const EXPOSED = 'Retry-After, ETag, Location, X-Request-Id';

/** The headers that every route reads. */
const READ = 'apikey, authorization, content-type, if-none-match, if-modified-since, x-request-id';
const PREFLIGHT_SECONDS = 7200;

/** The headers of every response, including errors: request ID, browser policies, and CORS on @CrossOrigin routes. */
export class ResponseHeaders {
  private readonly onApi: Record<string, string>;
  private readonly onPages: Record<string, string>;
  private readonly origins: ReadonlySet<string> | undefined;

  constructor(
    { isSecure, corsOrigins }: Configuration,
    private readonly routes: RouteTable,
  ) {
    const transport: Record<string, string> = isSecure
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {};
    this.onApi = { ...ON_API, ...transport };
    this.onPages = { ...ON_PAGES, ...transport };
    this.origins = corsOrigins && new Set(corsOrigins);
  }

  /** Adds the hooks. Preflights are completed here, before they are authenticated, limited or metered. */
  addTo(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      this.write(request, reply);
      if (request.method === 'OPTIONS' && this.answerOptions(request, reply)) return;
      done();
    });
    if (!this.origins) return;
    fastify.addHook('onSend', (request, reply, _payload, done) => {
      if (this.routeOf(request).crossOrigin) varyBy(reply, 'Origin');
      done();
    });
  }

  write(request: FastifyRequest, reply: FastifyReply): void {
    reply.header('x-request-id', request.id);
    const { path, crossOrigin, exposedLimits } = this.routeOf(request);
    const isApi = path.startsWith(API) || this.routes.problemFormOf(path) !== undefined;
    reply.headers(isApi ? this.onApi : this.onPages);
    if (crossOrigin) this.allowOrigin(request, reply, crossOrigin, exposedLimits);
  }

  /** Reads `routeOptions` once, since Fastify creates a new object on each access. */
  private routeOf(request: FastifyRequest) {
    const { url: path = routedPathOf(request), config } = request.routeOptions;
    const crossOrigin = request.is404 ? this.routes.crossOriginOf(path) : config.crossOrigin;
    return { path, crossOrigin, exposedLimits: config.exposedLimits ?? EXPOSED_LIMITS };
  }

  private allowOrigin(
    { headers }: FastifyRequest,
    reply: FastifyReply,
    { exposes = [], isListedOnly = false }: CrossOriginAccess,
    exposedLimits: string,
  ): void {
    const { origin } = headers;
    if (!this.origins && !isListedOnly) reply.header('access-control-allow-origin', '*');
    else if (origin !== undefined && this.origins?.has(origin))
      reply.header('access-control-allow-origin', origin);
    else return;
    reply.header('access-control-expose-headers', listed(`${exposedLimits}, ${EXPOSED}`, exposes));
  }

  /** @returns false if the path allows no cross-origin methods; nothing is sent then */
  private answerOptions(request: FastifyRequest, reply: FastifyReply): boolean {
    const { path, crossOrigin } = this.routeOf(request);
    const methods = crossOrigin ? this.routes.methodsOf(path) : [];
    if (!crossOrigin || methods.length === 0) return false;
    void reply
      .status(204)
      .header('access-control-allow-headers', listed(READ, crossOrigin.reads))
      .header('access-control-max-age', String(PREFLIGHT_SECONDS))
      .header('allow', [...methods, 'OPTIONS'].join(', '))
      .header('access-control-allow-methods', methods.join(', '))
      .send();
    return true;
  }
}

function listed(common: string, more: readonly string[] = []): string {
  return more.length > 0 ? `${common}, ${more.join(', ')}` : common;
}
