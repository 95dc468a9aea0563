import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Configuration } from '../../core/config/index.js';
import { challenge, Problem, requestOf } from '../../core/http/index.js';

/** Lets members see the state of the models, or everyone. */
@Injectable()
export class StatusGuard implements CanActivate {
  constructor(private readonly configuration: Configuration) {}

  canActivate(context: ExecutionContext): boolean {
    const { statusPage } = this.configuration;
    if (statusPage === 'off')
      throw new Problem('not_found', { detail: 'The state of the models is not shown here.' });
    const request = requestOf(context);
    if (statusPage === 'members' && request.account === undefined)
      throw new Problem('unauthenticated', { headers: challenge(request) });
    return true;
  }
}
