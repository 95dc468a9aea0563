import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { requestOf } from '../request-of.js';
import { RequestPaceService } from './request-pace.service.js';

/** Comes once it is known who calls. */
@Injectable()
export class RequestPaceGuard implements CanActivate {
  constructor(private readonly pace: RequestPaceService) {}

  canActivate(context: ExecutionContext): boolean {
    this.pace.admit(requestOf(context));
    return true;
  }
}
