import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { MetricsService, samplesBy } from './metrics.service.js';

const PACKAGE = new URL('../../../../package.json', import.meta.url);

/** The running version, the load of the event loop, and the disk space of the data directory. */
@Injectable()
export class ProcessMetrics {
  constructor(metrics: MetricsService, { dataDirectory }: Configuration) {
    const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
    metrics.gauge('weather_build_info', 'The running version; always 1.', () => [
      { labels: { version, node_version: process.version }, value: 1 },
    ]);
    metrics.counter(
      'weather_eventloop_active_seconds_total',
      "How long the event loop was busy; its rate is the loop's utilization.",
      () => performance.eventLoopUtilization().active / 1_000,
    );
    metrics.gauge(
      'weather_data_disk_bytes',
      'The space that the service can use on the file system of DATA_DIR.',
      async () => {
        const { bsize, blocks, bavail } = await statfs(dataDirectory);
        return samplesBy('kind', { size: blocks * bsize, free: bavail * bsize });
      },
    );
  }
}
