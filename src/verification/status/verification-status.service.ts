import { Injectable } from '@nestjs/common';
import type { Fault } from '../../core/common/index.js';
import { DatabaseClockService } from '../../core/database/index.js';
import { MetricsService } from '../../core/telemetry/index.js';
import { HOUR_MS, toInstant } from '../../core/time/index.js';
import { VerificationService } from '../verification.service.js';

/** It is due every hour. */
const STALE_MS = 3 * HOUR_MS;

/** How the verification goes, as every process that serves requests sees it. */
export interface VerificationStatus {
  /** ISO 8601, UTC; null before the first time. */
  verifiedAt: string | null;
  fault: Fault | null;
}

/** Reports on the verification: to health, and as metrics. */
@Injectable()
export class VerificationStatusService {
  private readonly startedMs = performance.now();

  constructor(
    private readonly verification: VerificationService,
    private readonly clock: DatabaseClockService,
    metrics: MetricsService,
  ) {
    metrics.gauge(
      'weather_verification_fault',
      '1 for what is wrong with the verification of forecasts; /health/ready has the details.',
      () => {
        const { fault } = this.status();
        return fault ? [{ labels: { code: fault.code }, value: 1 }] : [];
      },
    );
    metrics.gauge(
      'weather_verification_timestamp_seconds',
      'When forecasts were last verified, by any process; absent before the first time.',
      () => {
        const { verifiedAt } = this.verification;
        return verifiedAt ? [{ value: verifiedAt.getTime() / 1_000 }] : [];
      },
    );
  }

  status(nowMs = this.clock.nowMs()): VerificationStatus {
    const { verifiedAt, failure } = this.verification;
    return {
      verifiedAt: verifiedAt ? toInstant(verifiedAt) : null,
      fault: failure ?? this.staleness(verifiedAt, nowMs) ?? null,
    };
  }

  private staleness(verifiedAt: Date | undefined, nowMs: number): Fault | undefined {
    const startedMs = this.clock.nowMs() - (performance.now() - this.startedMs);
    const staleFromMs = (verifiedAt?.getTime() ?? startedMs) + STALE_MS;
    if (nowMs < staleFromMs) return undefined;
    return {
      code: 'StaleVerificationError',
      detail: verifiedAt
        ? `nothing has been verified since ${toInstant(verifiedAt)}`
        : 'nothing has ever been verified',
      since: toInstant(new Date(staleFromMs)),
    };
  }
}
