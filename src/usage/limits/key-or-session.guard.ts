import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiKeyGuard, readRequestCredential } from '../../api-keys/index.js';
import { requestOf } from '../../core/http/index.js';
import { ClientThrottlerGuard } from './client-throttler.guard.js';

/** Checks the key and the client's limits of a request that has a key or a token. Others need a session. */
@Injectable()
export class KeyOrSessionGuard implements CanActivate {
  constructor(
    private readonly keys: ApiKeyGuard,
    private readonly throttler: ClientThrottlerGuard,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    if (request.account !== undefined && readRequestCredential(request) === undefined) return true;
    return (await this.keys.canActivate(context)) && this.throttler.canActivate(context);
  }
}
