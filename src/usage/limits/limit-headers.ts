import { applyDecorators } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ApiResponseHeaders, type ResponseHeader, addRouteConfig } from '../../core/http/index.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    limitHeaders?: LimitHeaders;
  }
}

/** How a route reports the limits, such as one that imitates another service's API. */
export interface LimitHeaders {
  /** The headers by name, for the documentation. Cross-origin pages may read them. */
  readonly documented: Readonly<Record<string, ResponseHeader>>;
  /** @param policy, state the values of `RateLimit-Policy` and `RateLimit` */
  write(policy: string, state: string): Record<string, string | number>;
}

export const OWN_LIMIT_HEADERS: LimitHeaders = {
  documented: {
    'RateLimit-Policy': {
      description:
        'Each limit of the client: the quota `q` per `w` seconds. On every response to a valid API key.',
      example: '"second";q=10;w=1, "day";q=50000;w=86400',
    },
    RateLimit: {
      description: 'What remains (`r`) of each window, which resets in `t` seconds.',
      example: '"second";r=9;t=1, "day";r=49312;t=40211',
    },
  },
  write: (policy, state) => ({ 'ratelimit-policy': policy, ratelimit: state }),
};

export const TellsLimitsAs = (limitHeaders: LimitHeaders): MethodDecorator =>
  applyDecorators(
    addRouteConfig({ limitHeaders, exposedLimits: Object.keys(limitHeaders.documented).join(', ') }),
    ApiResponseHeaders(limitHeaders.documented),
  );

/** @param policy, state the values of `RateLimit-Policy` and `RateLimit`; empty if nothing is limited */
export function writeLimits(reply: FastifyReply, policy: string, state: string): void {
  if (state === '') return;
  const { limitHeaders = OWN_LIMIT_HEADERS } = reply.routeOptions.config;
  reply.headers(limitHeaders.write(policy, state));
}
