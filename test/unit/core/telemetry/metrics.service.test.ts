import { Logger } from '@nestjs/common';
import { afterEach, expect, it, jest } from '@jest/globals';
import { DurationHistogram } from '../../../../src/core/common/duration-histogram.js';
import { MetricsService } from '../../../../src/core/telemetry/prometheus/metrics.service.js';

afterEach(() => {
  jest.restoreAllMocks();
});

it.each(['alerts.created', 'alerts-created', '1_alert', '', 'process_alerts', 'nodejs_alerts'])(
  'rejects a metric with the name "%s"',
  (name) => {
    expect(() => new MetricsService().gauge(name, 'Help.', () => 1)).toThrow(
      `A metric can't have the name "${name}".`,
    );
  },
);

it('rejects a name that is taken', () => {
  const metrics = new MetricsService();
  metrics.counter('alerts_total', 'Help.', () => 1);

  expect(() => metrics.gauge('alerts_total', 'Help.', () => 2)).toThrow('alerts_total');
});

it('leaves out a metric that can’t be read, and logs why', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  const metrics = new MetricsService();
  metrics.gauge('broken', 'Help.', () => Promise.reject(new Error('out of order')));
  metrics.counter('alerts_total', 'Help.', () => 7);

  const text = await metrics.text();

  expect(text).not.toMatch(/^broken/m);
  expect(text).toMatch(/^alerts_total 7$/m);
  expect(warn).toHaveBeenCalledWith("The metric broken can't be read: out of order");
});

it('serves durations as a histogram, with labels', async () => {
  const durations = new DurationHistogram([10, 100]);
  for (const durationMs of [5, 50, 500]) durations.observe(durationMs);
  const metrics = new MetricsService();
  metrics.histogram('alert_duration_seconds', 'Help.', () => [{ durations, labels: { kind: 'frost' } }]);

  const text = await metrics.text();

  expect(text).toContain('alert_duration_seconds_bucket{le="0.1",kind="frost"} 2');
  expect(text).toContain('alert_duration_seconds_bucket{le="+Inf",kind="frost"} 3');
  expect(text).toContain('alert_duration_seconds_sum{kind="frost"} 0.555');
});
