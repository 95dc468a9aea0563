import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { requestOf } from '../request-of.js';
import { RequestPaceService } from './request-pace.service.js';

/** Runs after the guards that identify the caller. */
@Injectable()
export class RequestPaceGuard implements CanActivate {
  constructor(private readonly pace: RequestPaceService) {}

  canActivate(context: ExecutionContext): boolean {
    this.pace.admit(requestOf(context));
    return true;
  }
}
