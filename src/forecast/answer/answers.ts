import { CLIMATOLOGY_ATTRIBUTION, CLIMATOLOGY_DEGREES, climatologyAt } from '../climatology/climatology.js';
import { toInstant } from '../../core/time/index.js';
import type { StoredPoint, StoredRun } from '../../store/read/index.js';
import type { MetricCatalogue } from '../../weather/metrics/index.js';
import type { RunWarning } from '../../store/format/index.js';
import { AnswerWarnings } from '../series/answer-warnings.js';
import {
  type AnswerGrid,
  type AnswerPlace,
  type AnswerSource,
  type AnswerSpan,
  type ForecastAnswer,
} from '../timelines/forecast-answer.js';
import { type ForecastPlan } from '../plan/forecast-plan.js';
import { rangeOf } from '../plan/model-plan.js';
import { type ForecastQuery } from '../request/forecast-query.js';
import { ClimatologySeries } from '../series/climatology-series.js';
import { type FieldSpan, RunSeries, type RunShare } from '../series/run-series.js';
import { type AnswerOrigin } from '../serving/served-answer.js';
import {
  askedSpans,
  endOf,
  firstHourOf,
  HOUR_MS,
  hoursFor,
  type TimelineSpans,
  wholeHourFrom,
} from '../request/timeline-spans.js';
import { makeTimelines } from '../timelines/timelines.js';

export const CLIMATOLOGY_ORIGIN: AnswerOrigin = {
  source: 'climatology',
  run: null,
  publishedAt: null,
  nextRunExpectedAt: null,
};

/** What the current time says about the runs of a response. */
export interface RunOutlook {
  /** When the next run of a run's model is expected. */
  nextRunOf: (run: StoredRun) => Date;
  /** The age of the run that provides the first hour; undefined unless it is stale. */
  ageHours: number | undefined;
}

/** The origin of a response from a run, as `meta` shows it. */
export function originOf({ run, publishedAt, manifest }: StoredRun, nextRun: Date): AnswerOrigin {
  return {
    source: manifest.model,
    run: toInstant(run),
    publishedAt: toInstant(publishedAt),
    nextRunExpectedAt: toInstant(nextRun),
  };
}

/** Builds the planned response from model runs. */
export function answerFromRuns(
  plan: ForecastPlan,
  query: ForecastQuery,
  metrics: MetricCatalogue,
  { nextRunOf, ageHours }: RunOutlook,
): ForecastAnswer {
  const { models, ensembles, main, spans } = plan;
  const warnings = new AnswerWarnings();
  const series = new RunSeries({ ...query, models, ensembles }, metrics, warnings);
  const timelines = makeTimelines(series, spans, query, warnings);
  if (plan.outlastsRuns) warnings.add('ends_with_run');
  if (plan.completesFirstDay) warnings.add('earlier_run');
  if (plan.hasPartialDays) warnings.add('partial_day');
  if (ageHours !== undefined) warnings.add('stale_run', undefined, `This one began ${ageHours} hours ago.`);
  return {
    location: { lat: query.latitude, lon: query.longitude },
    timelines,
    meta: () => {
      const shares = series.shares(query.fields, firstHourOf(spans), wholeHourFrom(endOf(spans)));
      return {
        ...originOf(main.run, nextRunOf(main.run)),
        units: query.units,
        timezone: query.timeZone.name,
        ...placeOf(query),
        grid: gridOf(main.run, main.point),
        attribution: main.run.manifest.attribution,
        sources: shares.map((share) => sourceOf(share, nextRunOf)),
        warnings: [
          ...warnings.list(query.fields),
          ...warningsOf(shares).map((warning) => ({ ...warning, fields: [] })),
        ],
      };
    },
  };
}

function sourceOf(
  { segment: { run, point }, isOfMembers, spans, ...whole }: RunShare,
  nextRunOf: RunOutlook['nextRunOf'],
): AnswerSource {
  const { fields } = whole;
  const { isPart, attribution } = run.manifest;
  return {
    ...originOf(run, nextRunOf(run)),
    ...answerSpan(whole),
    spans: spans.map(answerSpan),
    ...(isPart && { reaches: toInstant(new Date(rangeOf(run).lastMs)) }),
    ...(fields.includes('precipitationProbability') && {
      probabilityMethod: isOfMembers ? ('ensemble_members' as const) : ('neighborhood' as const),
    }),
    grid: gridOf(run, point),
    attribution,
  };
}

function answerSpan({ fields, firstHourMs, lastHourMs }: FieldSpan): AnswerSpan {
  return { fields, from: toInstant(new Date(firstHourMs)), to: toInstant(new Date(lastHourMs)) };
}

/** The warnings of the runs that provide hours, without duplicates. */
function warningsOf(shares: readonly RunShare[]): RunWarning[] {
  const runs = new Set(shares.map(({ segment }) => segment.run));
  const warnings = [...runs].flatMap(({ manifest }) => manifest.warnings);
  return [...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values()];
}

/** The member `place` of `meta`, if the request names a place. */
function placeOf({ place }: ForecastQuery): { place?: AnswerPlace } {
  if (!place) return {};
  const { id, name, countryCode, division } = place;
  return { place: { id, name, country_code: countryCode, admin: division } };
}

function gridOf({ manifest }: StoredRun, point: StoredPoint): AnswerGrid {
  const terrain = point.staticValue('terrainHeight');
  return {
    resolution: manifest.grid.latitudeIncrement,
    elevation: Number.isNaN(terrain) ? null : Math.round(terrain),
    interpolation: 'bilinear',
  };
}

/** Builds a response from the long-term means, which cover every location and time. */
export function answerFromClimatology(query: ForecastQuery, metrics: MetricCatalogue): ForecastAnswer {
  const spans = askedSpans(query);
  const { firstMs, count } = hoursFor(spans) ?? { firstMs: 0, count: 0 };
  const point = climatologyAt(query.latitude, query.longitude);
  const warnings = new AnswerWarnings();
  warnings.add('climatology');
  const hours = { ...query, firstHourMs: firstMs, hours: count };
  const series = new ClimatologySeries(point, hours, metrics, warnings);
  const timelines = makeTimelines(series, spans, query, warnings);
  const grid: AnswerGrid = {
    resolution: CLIMATOLOGY_DEGREES,
    elevation: Math.round(point.terrainHeight),
    interpolation: 'bilinear',
  };
  const place = { grid, attribution: CLIMATOLOGY_ATTRIBUTION };
  return {
    location: { lat: query.latitude, lon: query.longitude },
    timelines,
    meta: () => ({
      ...CLIMATOLOGY_ORIGIN,
      units: query.units,
      timezone: query.timeZone.name,
      ...placeOf(query),
      ...place,
      sources: hoursGiven(spans, firstHourOf(spans), Infinity).map((hours) => {
        const given = {
          fields: query.fields.filter((name) => metrics.get(name).climatology !== undefined),
          ...hours,
        };
        return { ...CLIMATOLOGY_ORIGIN, ...place, ...given, spans: [given] };
      }),
      warnings: warnings.list(query.fields),
    }),
  };
}

/** The first and last hour of the entries within a period; empty if there are none. */
function hoursGiven(
  spans: TimelineSpans,
  firstMs: number,
  endMs: number,
): Pick<AnswerSource, 'from' | 'to'>[] {
  const from = Math.max(firstMs, firstHourOf(spans));
  const to = Math.min(endMs, wholeHourFrom(endOf(spans))) - HOUR_MS;
  return to < from ? [] : [{ from: toInstant(new Date(from)), to: toInstant(new Date(to)) }];
}
