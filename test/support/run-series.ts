import { HOUR_MS } from '../../src/core/time/index.js';
import { CoveredHours } from '../../src/forecast/plan/covered-hours.js';
import { rangeOf, type RunSegment } from '../../src/forecast/plan/model-plan.js';
import { AnswerWarnings } from '../../src/forecast/series/answer-warnings.js';
import { RunSeries, type RunSeriesRequest } from '../../src/forecast/series/run-series.js';
import { OWN_CATALOGUE } from './own-catalogue.js';

/** Request for hours of a single run at a point. */
export type OneRun = Omit<RunSegment, 'earlierRuns'> &
  Partial<Pick<RunSegment, 'earlierRuns'>> &
  Pick<RunSeriesRequest, 'latitude' | 'longitude' | 'elevation'>;

export function seriesOfRun(
  { run, point, firstHourMs, hours, earlierRuns = [], ...place }: OneRun,
  warnings = new AnswerWarnings(),
): RunSeries {
  const segments = [{ run, point, firstHourMs, hours, earlierRuns }];
  const presence = { inSpace: 1, endMs: Infinity };
  const { firstMs, lastMs } = rangeOf(run);
  const fromMs = Math.max(firstMs, firstHourMs);
  const endMs = Math.min(lastMs + HOUR_MS, firstHourMs + hours * HOUR_MS);
  const covered = new CoveredHours([{ firstHourMs: fromMs, hours: (endMs - fromMs) / HOUR_MS }]);
  const terrain = point.staticValue('terrainHeight');
  const placeHeight = () => (Number.isNaN(terrain) ? undefined : terrain);
  const request = { ...place, firstHourMs, hours, covered, placeHeight, models: [{ segments, presence }] };
  return new RunSeries(request, OWN_CATALOGUE, warnings);
}
