import { Injectable } from '@nestjs/common';
import { Configuration } from '../../core/config/index.js';
import { toInstant } from '../../core/time/index.js';
import { ObservationsService } from '../reports/observations.service.js';
import { type ObservationFault, faultOf } from './observation-fault.js';

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
  fault: ObservationFault | null;
}

/** Reports on the sources of station reports. */
@Injectable()
export class ObservationStatusService {
  constructor(
    private readonly configuration: Configuration,
    private readonly observations: ObservationsService,
  ) {}

  /** Returns one report for each source of `OBSERVATIONS` that was tried. */
  feeds(now: Date): ObservationFeed[] {
    return this.configuration.observations.flatMap(({ source }) => {
      const state = this.observations.sources().find(({ name }) => name === source.name);
      if (!state) return [];
      const { newestReportAt, receivedAt, reports, refused } = state;
      return {
        source: source.name,
        stations: this.observations.stationsOf(source.name),
        newestReportAt: newestReportAt ? toInstant(newestReportAt) : null,
        receivedAt: receivedAt ? toInstant(receivedAt) : null,
        reports,
        refused,
        fault: faultOf(source, state, now) ?? null,
      };
    });
  }
}
