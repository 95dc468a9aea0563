import { Injectable } from '@nestjs/common';
import type { Fault } from '../../core/common/index.js';
import { Configuration } from '../../core/config/index.js';
import { DatabaseClockService } from '../../core/database/index.js';
import { toInstant } from '../../core/time/index.js';
import { ObservationsService } from '../reports/observations.service.js';
import { faultOf } from './observation-fault.js';

/** The state of a source of station reports, as every process sees it. */
export interface ObservationFeed {
  source: string;
  stations: number;
  /** ISO 8601, UTC; null before the first. */
  newestReportAt: string | null;
  receivedAt: string | null;
  /** Reports of the last files, and what was refused in them, by reason. */
  reports: number;
  refused: Record<string, number>;
  fault: Fault | null;
}

const NOTHING = { newestReportAt: null, receivedAt: null, reports: 0, refused: {} };

/** Reports on the sources of station reports. */
@Injectable()
export class ObservationStatusService {
  private readonly startedMs = performance.now();

  constructor(
    private readonly configuration: Configuration,
    private readonly observations: ObservationsService,
    private readonly clock: DatabaseClockService,
  ) {}

  /** Returns one report for each source of `OBSERVATIONS` that was tried, or should have been half an hour ago. */
  feeds(now = this.now()): ObservationFeed[] {
    const startedAt = new Date(this.now().getTime() - (performance.now() - this.startedMs));
    return this.configuration.observations.flatMap(({ source }) => {
      const state = this.observations.sources().find(({ name }) => name === source.name);
      const fault = faultOf(source, state, startedAt, now) ?? null;
      if (!state && !fault) return [];
      const { newestReportAt, receivedAt, reports, refused } = state ?? NOTHING;
      return {
        source: source.name,
        stations: this.observations.stationsOf(source.name),
        newestReportAt: newestReportAt ? toInstant(newestReportAt) : null,
        receivedAt: receivedAt ? toInstant(receivedAt) : null,
        reports,
        refused,
        fault,
      };
    });
  }

  private now(): Date {
    return new Date(this.clock.nowMs());
  }
}
