import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Configuration } from '../config/configuration.js';
import { routedPathOf } from './path/request-path.js';
import type { RouteTable } from './route-table.js';
import { varyBy } from './coding/vary.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What pages of other sites may read in place of our own headers of limits, as a header lists them. */
    exposedLimits?: string;
  }
}

const API = '/v1/';

const ON_EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** An answer of the API is no page: nothing in it may be loaded, run or framed. Nor is it kept, unless its route says so. */
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
const EXPOSED = 'Retry-After, ETag, X-Request-Id';

const PREFLIGHT = {
  'access-control-allow-headers': 'apikey, content-type, if-none-match',
  'access-control-max-age': '7200',
};

/** What every answer carries, errors included: the request's id, the policies for browsers, and CORS where the route is @CrossOrigin. */
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

  /** Preflights end here, before anything authenticates, limits or meters them. */
  addTo(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      this.write(request, reply);
      if (request.method === 'OPTIONS' && this.answerOptions(request, reply)) return;
      done();
    });
    if (!this.origins) return;
    fastify.addHook('onSend', (request, reply, _payload, done) => {
      if (this.placeOf(request).isCrossOrigin) varyBy(reply, 'Origin');
      done();
    });
  }

  write(request: FastifyRequest, reply: FastifyReply): void {
    reply.header('x-request-id', request.id);
    const { path, isCrossOrigin, exposedLimits } = this.placeOf(request);
    const isApi = path.startsWith(API) || this.routes.problemFormOf(path) !== undefined;
    reply.headers(isApi ? this.onApi : this.onPages);
    if (isCrossOrigin) this.allowOrigin(request, reply, exposedLimits);
  }

  /** Fastify makes the options of the route anew each time that they are asked for. */
  private placeOf(request: FastifyRequest) {
    const { url: path = routedPathOf(request), config } = request.routeOptions;
    const isCrossOrigin = request.is404 ? this.routes.isCrossOrigin(path) : config.isCrossOrigin === true;
    return { path, isCrossOrigin, exposedLimits: config.exposedLimits ?? EXPOSED_LIMITS };
  }

  private allowOrigin({ headers }: FastifyRequest, reply: FastifyReply, exposedLimits: string): void {
    const { origin } = headers;
    if (!this.origins) reply.header('access-control-allow-origin', '*');
    else if (origin !== undefined && this.origins.has(origin))
      reply.header('access-control-allow-origin', origin);
    else return;
    reply.header('access-control-expose-headers', `${exposedLimits}, ${EXPOSED}`);
  }

  /** @returns false where there is nothing to ask about */
  private answerOptions(request: FastifyRequest, reply: FastifyReply): boolean {
    const { path, isCrossOrigin } = this.placeOf(request);
    const methods = isCrossOrigin ? this.routes.methodsOf(path) : [];
    if (methods.length === 0) return false;
    void reply
      .status(204)
      .headers(PREFLIGHT)
      .header('allow', [...methods, 'OPTIONS'].join(', '))
      .header('access-control-allow-methods', methods.join(', '))
      .send();
    return true;
  }
}
