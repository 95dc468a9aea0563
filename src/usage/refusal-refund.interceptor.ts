import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { InjectThrottlerStorage } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catchError, type Observable, throwError } from 'rxjs';
import { ClientLimitStorage } from './client-limit.storage.js';
import { type Cost } from './client-limits.js';
import { writeRateLimitHeaders } from './rate-limit-headers.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the client's throttler: what the request took out of the windows, and when. */
    admission?: { cost: Cost; takenMs: number };
  }
}

/** A request that is refused after the client's limits were taken, or fails, costs nothing: its answer says so too. */
@Injectable()
export class RefusalRefundInterceptor implements NestInterceptor {
  constructor(@InjectThrottlerStorage() private readonly limits: ClientLimitStorage) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { admission, principal } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!admission || !principal) return next.handle();
    const { clientId, rateLimits } = principal;
    return next.handle().pipe(
      catchError((error: unknown) => {
        const { cost, takenMs } = admission;
        const windows = this.limits.giveBack(clientId, rateLimits, cost, takenMs);
        writeRateLimitHeaders(context.switchToHttp().getResponse<FastifyReply>(), windows);
        return throwError(() => error);
      }),
    );
  }
}
