import {
  CLIMATOLOGY_ATTRIBUTION,
  CLIMATOLOGY_DEGREES,
  climatologyAt,
} from '../../climatology/climatology.js';
import { toInstant } from '../../common/time/instant.js';
import { type StoredRun } from '../../model-store/read/stored-run.js';
import { AnswerWarnings } from '../series/answer-warnings.js';
import { type ForecastAnswer } from '../timelines/forecast-answer.js';
import { type ForecastPlan } from '../plan/forecast-plan.js';
import { type ForecastQuery } from '../request/forecast-query.js';
import { ClimatologySeries } from '../series/climatology-series.js';
import { JoinedSeries } from '../series/joined-series.js';
import { RunSeries } from '../series/run-series.js';
import { type AnswerOrigin } from '../serving/served-answer.js';
import { askedSpans, hoursFor } from '../request/timeline-spans.js';
import { makeTimelines } from '../timelines/timelines.js';

export const CLIMATOLOGY_ORIGIN: AnswerOrigin = {
  source: 'climatology',
  run: null,
  publishedAt: null,
  nextRunExpectedAt: null,
};

/** What the time of the answer makes of its run. */
export interface RunOutlook {
  nextRun: Date;
  /** The age of a run that is stale. */
  ageHours: number | undefined;
}

/** What an answer says of the run that it is out of. */
export function originOf({ run, publishedAt, manifest }: StoredRun, nextRun: Date): AnswerOrigin {
  return {
    source: manifest.model,
    run: toInstant(run),
    publishedAt: toInstant(publishedAt),
    nextRunExpectedAt: toInstant(nextRun),
  };
}

/** The answer out of a model run, as it was planned. */
export function answerFromRun(
  plan: ForecastPlan,
  query: ForecastQuery,
  { nextRun, ageHours }: RunOutlook,
): ForecastAnswer {
  const { run, point, segments, spans } = plan;
  const { manifest } = run;
  const warnings = new AnswerWarnings();
  const parts = segments.map((segment) => new RunSeries({ ...query, ...segment }, warnings));
  const series = parts.length === 1 ? parts[0] : new JoinedSeries(parts);
  const timelines = makeTimelines(series, spans, query, warnings);
  if (plan.outlastsRun) warnings.add('ends_with_run');
  if (segments.length > 1) warnings.add('earlier_run');
  if (plan.hasPartialDays) warnings.add('partial_day');
  if (ageHours !== undefined) warnings.add('stale_run', undefined, `This one began ${ageHours} hours ago.`);
  const terrain = Math.round(point.staticValue('terrainHeight'));
  return {
    location: { lat: query.latitude, lon: query.longitude },
    timelines,
    meta: () => ({
      ...originOf(run, nextRun),
      units: query.units,
      timezone: query.timeZone.name,
      grid: {
        resolution: manifest.grid.latitudeIncrement,
        elevation: Number.isNaN(terrain) ? null : terrain,
        interpolation: 'bilinear',
      },
      attribution: manifest.attribution,
      warnings: [
        ...warnings.list(query.fields),
        ...manifest.warnings.map((warning) => ({ ...warning, fields: [] })),
      ],
    }),
  };
}

/** The answer out of the long-term means, which any time and any place have. */
export function answerFromClimatology(query: ForecastQuery): ForecastAnswer {
  const spans = askedSpans(query);
  const { firstMs, count } = hoursFor(spans) ?? { firstMs: 0, count: 0 };
  const point = climatologyAt(query.latitude, query.longitude);
  const warnings = new AnswerWarnings();
  warnings.add('climatology');
  const series = new ClimatologySeries(point, { ...query, firstHourMs: firstMs, hours: count }, warnings);
  const timelines = makeTimelines(series, spans, query, warnings);
  return {
    location: { lat: query.latitude, lon: query.longitude },
    timelines,
    meta: () => ({
      ...CLIMATOLOGY_ORIGIN,
      units: query.units,
      timezone: query.timeZone.name,
      grid: {
        resolution: CLIMATOLOGY_DEGREES,
        elevation: Math.round(point.terrainHeight),
        interpolation: 'bilinear',
      },
      attribution: CLIMATOLOGY_ATTRIBUTION,
      warnings: warnings.list(query.fields),
    }),
  };
}
