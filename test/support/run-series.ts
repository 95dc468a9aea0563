import { type RunSegment } from '../../src/forecast/plan/model-plan.js';
import { AnswerWarnings } from '../../src/forecast/series/answer-warnings.js';
import { RunSeries, type RunSeriesRequest } from '../../src/forecast/series/run-series.js';
import { OWN_CATALOGUE } from './own-catalogue.js';

/** Request for hours of a single run at a point. */
export type OneRun = Omit<RunSegment, 'earlierRuns'> &
  Partial<Pick<RunSegment, 'earlierRuns'>> &
  Omit<RunSeriesRequest, 'models'>;

export function seriesOfRun(
  { run, point, firstHourMs, hours, earlierRuns = [], ...place }: OneRun,
  warnings = new AnswerWarnings(),
): RunSeries {
  const segments = [{ run, point, firstHourMs, hours, earlierRuns }];
  const presence = { inSpace: 1, endMs: Infinity };
  return new RunSeries({ ...place, models: [{ segments, presence }] }, OWN_CATALOGUE, warnings);
}
