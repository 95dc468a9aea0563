import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation } from '@nestjs/swagger';

/** What callers of a route that will go are told. */
export interface Deprecation {
  /** From when on it should not be used: ISO 8601. */
  since: string;
  /** When it goes, at the earliest: ISO 8601. */
  sunset?: string;
  /** What to use instead: a path of ours or a URL. */
  link: string;
}

/**
 * Marks a route that will go: each of its answers carries `Deprecation` (RFC 9745), `Link` and, where the day is set,
 * `Sunset` (RFC 8594), and the OpenAPI document says so. The policy stands in /docs/versioning.
 */
export const Deprecated = (deprecation: Deprecation) =>
  applyDecorators(
    RouteConfig({ deprecation }),
    // What it does not name stays as another @ApiOperation of the route has it.
    ApiOperation({ summary: undefined, deprecated: true }),
  );
