import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { readSharingReport } from '../../run-sharing/sharing-state.js';
import type { SharingReport } from '../../run-sharing/sharing-report.types.js';
import { MetricsService } from './metrics.service.js';
import type { Sample } from './read-metric.js';

/** How the runs come that are shared; no numbers where none are. */
@Injectable()
export class RunSharingMetrics {
  constructor(
    private readonly metrics: MetricsService,
    private readonly configuration: Configuration,
  ) {
    this.add(
      'weather_run_sharing_failures_in_a_row',
      'Consecutive failed polls of the shared run store.',
      ({ lastError }) => lastError?.count ?? 0,
    );
    this.add(
      'weather_run_sharing_last_success_timestamp_seconds',
      'When this process was last in sync with the shared run store; absent before the first time.',
      ({ lastSuccessAt }) => (lastSuccessAt === null ? undefined : Date.parse(lastSuccessAt) / 1_000),
    );
  }

  private add(name: string, help: string, read: (report: SharingReport) => number | undefined): void {
    this.metrics.add({ name, help, type: 'gauge' }, (): Sample[] => {
      const report = readSharingReport(this.configuration);
      const value = report && read(report);
      return value === undefined ? [] : [{ value }];
    });
  }
}
