import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Configuration } from '../../core/config/index.js';
import { Problem, requestOf } from '../../core/http/index.js';

/**
 * Rejects pages of other sites, which could reach a service on a private address through their own host name (DNS
 * rebinding). Also rejects keys in the query, because URLs of MCP servers get shared and logged. Programs send no
 * `Origin`.
 */
@Injectable()
export class McpRequestGuard implements CanActivate {
  private readonly origins: ReadonlySet<string>;

  constructor({ publicUrl, corsOrigins = [] }: Configuration) {
    this.origins = new Set([new URL(publicUrl).origin, ...corsOrigins]);
  }

  canActivate(context: ExecutionContext): boolean {
    const { headers, query } = requestOf(context);
    if (headers.origin !== undefined && !this.origins.has(headers.origin))
      throw new Problem('forbidden', {
        detail:
          'The header "Origin" names a site that may not use this server. Allowed: PUBLIC_URL, CORS_ORIGINS.',
      });
    if (Object.hasOwn(query as object, 'apikey'))
      throw new Problem('invalid_parameter', {
        errors: [{ parameter: 'apikey', detail: 'Send the API key in the header "apikey", not in the URL.' }],
      });
    return true;
  }
}
