import { Injectable } from '@nestjs/common';
import { MetricsService, samplesBy } from '../../core/telemetry/index.js';
import { GroundService } from './ground.service.js';

/** Metrics of the heights of the ground. */
@Injectable()
export class GroundMetrics {
  constructor(metrics: MetricsService, ground: GroundService) {
    metrics.counter(
      'weather_terrain_tiles_total',
      "Tiles of the ground's height that weren't on this machine: fetched from the source, not there since they are in the ocean, read from the shared store, or failed.",
      () => samplesBy('result', { ...ground.counts }),
    );
    metrics.gauge(
      'weather_terrain_failing',
      "1 while tiles of the ground's height can't be fetched or stored, or are damaged; /health/ready has the details.",
      () => Number(ground.fault !== undefined),
    );
  }
}
