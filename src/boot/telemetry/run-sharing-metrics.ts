import { Injectable } from '@nestjs/common';
import { Configuration } from '../../core/config/index.js';
import { readSharingReport } from '../../store/sharing/index.js';
import { MetricsService } from '../../core/telemetry/index.js';

/** Polls of the shared run store. Without run sharing, the metrics have no samples. */
@Injectable()
export class RunSharingMetrics {
  constructor(metrics: MetricsService, configuration: Configuration) {
    metrics.gauge(
      'weather_run_sharing_failures_in_a_row',
      'Consecutive failed polls of the shared run store.',
      () => {
        const report = readSharingReport(configuration);
        return report && (report.lastError?.count ?? 0);
      },
    );
    metrics.gauge(
      'weather_run_sharing_last_success_timestamp_seconds',
      'When this process was last in sync with the shared run store; absent before the first time.',
      () => {
        const lastSuccessAt = readSharingReport(configuration)?.lastSuccessAt;
        return lastSuccessAt ? Date.parse(lastSuccessAt) / 1_000 : undefined;
      },
    );
  }
}
