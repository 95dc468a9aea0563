import { expect, it } from '@jest/globals';
import { DurationHistogram } from '../../../../src/core/common/duration-histogram.js';
import { histogramSamples } from '../../../../src/core/telemetry/prometheus/histogram-samples.js';

it('counts a duration in the first bucket whose upper bound is not below it', () => {
  const histogram = new DurationHistogram([1, 5]);

  for (const durationMs of [0, 1, 1.01, 5, 5.01, 1_000]) histogram.observe(durationMs);

  expect([...histogram.counts]).toEqual([2, 2, 2]);
  expect(histogram.sumMs).toBeCloseTo(1_012.02);
});

it('is exported in seconds, with cumulative buckets', () => {
  const histogram = new DurationHistogram([1, 5]);
  for (const durationMs of [0.5, 2, 500]) histogram.observe(durationMs);

  expect(histogramSamples('a', histogram, { route: 'r' })).toEqual([
    { metricName: 'a_bucket', labels: { le: 0.001, route: 'r' }, value: 1 },
    { metricName: 'a_bucket', labels: { le: 0.005, route: 'r' }, value: 2 },
    { metricName: 'a_bucket', labels: { le: '+Inf', route: 'r' }, value: 3 },
    { metricName: 'a_sum', labels: { route: 'r' }, value: 0.5025 },
    { metricName: 'a_count', labels: { route: 'r' }, value: 3 },
  ]);
});
