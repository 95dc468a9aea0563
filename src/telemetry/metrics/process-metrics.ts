import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { MetricsService } from './metrics.service.js';

const PACKAGE = new URL('../../../package.json', import.meta.url);

/** The version that runs, how busy its event loop is, and the disk that it writes to. */
@Injectable()
export class ProcessMetrics {
  constructor(metrics: MetricsService, { dataDirectory }: Configuration) {
    const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
    metrics.add(
      {
        name: 'weather_build_info',
        type: 'gauge',
        help: 'The running version; always 1.',
      },
      () => [{ labels: { version, node_version: process.version }, value: 1 }],
    );
    metrics.add(
      {
        name: 'weather_eventloop_active_seconds_total',
        type: 'counter',
        help: "How long the event loop was busy; its rate is the loop's utilization.",
      },
      () => performance.eventLoopUtilization().active / 1_000,
    );
    metrics.add(
      {
        name: 'weather_data_disk_bytes',
        type: 'gauge',
        help: 'The space that the service can use on the file system of DATA_DIR.',
      },
      async () => {
        const { bsize, blocks, bavail } = await statfs(dataDirectory);
        return [
          { labels: { kind: 'size' }, value: blocks * bsize },
          { labels: { kind: 'free' }, value: bavail * bsize },
        ];
      },
    );
  }
}
