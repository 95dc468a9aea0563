import { LRUCache } from 'lru-cache';
import { CLIMATOLOGY_ATTRIBUTION, CLIMATOLOGY_DEGREES, climatologyAt } from '../climatology/climatology.js';
import { toInstant } from '../../core/time/index.js';
import type { StoredPoint, StoredRun } from '../../store/read/index.js';
import { FAHRENHEIT_PER_KELVIN, type VariableName, roundHalfUp } from '../../weather/meteo/index.js';
import type { MetricCatalogue } from '../../weather/metrics/index.js';
import type { RunWarning } from '../../store/format/index.js';
import { AnswerWarnings } from '../series/answer-warnings.js';
import {
  attributionOf,
  type GroundedPlan,
  PENDING,
  type PlaceGround,
  seriesRequest,
} from './place-ground.js';
import {
  type AnswerCorrection,
  type AnswerGrid,
  type AnswerPlace,
  type AnswerSource,
  type AnswerSpan,
  type ForecastAnswer,
  type Provenance,
} from '../timelines/forecast-answer.js';
import { CoveredHours, type Stretch } from '../plan/covered-hours.js';
import { rangeOf } from '../plan/model-plan.js';
import { type ForecastQuery } from '../request/forecast-query.js';
import { ClimatologySeries } from '../series/climatology-series.js';
import { type ConsensusShare, type FieldSpan, RunSeries, type RunShare } from '../series/run-series.js';
import { type AnswerOrigin } from '../serving/served-answer.js';
import {
  askedSpans,
  endOf,
  firstHourOf,
  hourOf,
  hoursFor,
  wholeHourFrom,
} from '../request/timeline-spans.js';
import { makeTimelines } from '../timelines/timelines.js';

export const CLIMATOLOGY_ORIGIN: AnswerOrigin = {
  source: 'climatology',
  run: null,
  publishedAt: null,
  nextRunExpectedAt: null,
};

const NO_HOURS = new CoveredHours([]);
const SHARE_DECIMALS = 2;
const MEAN_DECIMALS = 2;
/** Climatology is alone in its hours. */
const ALL: ConsensusShare = { temperature: 1, wind: 1, pressure: 1 };
/** The variables that depend on the height. */
const OF_HEIGHT: ReadonlySet<VariableName> = new Set([
  'temperature2m',
  'apparentTemperature2m',
  'dewPoint2m',
  'relativeHumidity2m',
  'surfacePressure',
]);

/** The times of runs and hours, as `meta` has them. A response has a dozen, nearly all of them those of the one before. */
const instants = new LRUCache<number, string>({ max: 1000 });

/** What the current time says about the runs of a response. */
export interface RunOutlook {
  /** When the next run of a run's model is expected. */
  nextRunOf: (run: StoredRun) => Date;
  /** The age of the run that provides the first hour; undefined unless it is stale. */
  ageHours: number | undefined;
}

function instantOf(timeMs: number): string {
  let text = instants.get(timeMs);
  if (text === undefined) instants.set(timeMs, (text = toInstant(new Date(timeMs))));
  return text;
}

/** The origin of a response from a run, as `meta` shows it. */
export function originOf({ run, publishedAt, manifest }: StoredRun, nextRun: Date): AnswerOrigin {
  return {
    source: manifest.model,
    run: instantOf(run.getTime()),
    publishedAt: instantOf(publishedAt.getTime()),
    nextRunExpectedAt: instantOf(nextRun.getTime()),
  };
}

/** Builds the planned response from model runs, and from climatology where it fills their gaps. */
export function answerFromRuns(
  plan: GroundedPlan,
  query: ForecastQuery,
  metrics: MetricCatalogue,
  { nextRunOf, ageHours }: RunOutlook,
): ForecastAnswer {
  const { main, spans, gaps } = plan;
  const warnings = new AnswerWarnings();
  const series = new RunSeries(seriesRequest(plan, query), metrics, warnings);
  const climatology =
    plan.isFilled && gaps.length > 0
      ? climatologyOf({ ...query, elevation: series.height }, plan, metrics, warnings)
      : undefined;
  const filling = climatology && { series: climatology.series, covered: plan.covered };
  const timelines = makeTimelines(series, spans, query, warnings, filling);
  if (gaps.length > 0) warnings.add(plan.isFilled ? 'climatology' : 'no_run', undefined, textOf(gaps));
  if (plan.outlastsRuns) warnings.add('ends_with_run');
  if (plan.completesFirstDay) warnings.add('earlier_run');
  if (plan.missingOfDays.length > 0) warnings.add('partial_day', undefined, textOf(plan.missingOfDays));
  if (plan.ground === PENDING) warnings.add('terrain_pending');
  warnOfAge(warnings, ageHours);
  return {
    location: { lat: query.latitude, lon: query.longitude },
    timelines,
    meta: () => {
      const hours = { firstMs: firstHourOf(spans), endMs: wholeHourFrom(endOf(spans)) };
      const provenance = provenanceOf(series, query.fields, hours, warnings, nextRunOf);
      return {
        ...(main ? originOf(main.run, nextRunOf(main.run)) : CLIMATOLOGY_ORIGIN),
        ...settingsOf(query, series.height, plan.ground),
        ...(main
          ? { grid: gridOf(main.run, main.point), attribution: main.run.manifest.attribution }
          : climatology!.place),
        sources: [...provenance.sources, ...(climatology ? climatology.sourcesOf(gaps) : [])],
        corrections: correctionsOf(series, query, hours),
        warnings: provenance.warnings,
      };
    },
  };
}

/**
 * What the runs contribute to some metrics from one hour up to another. Must be called last: warnings are collected
 * while the values are calculated.
 */
export function provenanceOf(
  series: RunSeries,
  fields: readonly string[],
  { firstMs, endMs }: { firstMs: number; endMs: number },
  warnings: AnswerWarnings,
  nextRunOf: RunOutlook['nextRunOf'],
): Provenance {
  const shares = series.shares(fields, firstMs, endMs);
  for (const name of unliftedOf(shares, series.height, series.metrics)) warnings.add('no_terrain', name);
  return {
    sources: shares.map((share) => sourceOf(share, nextRunOf)),
    warnings: [
      ...warnings.list(fields),
      ...warningsOf(shares).map((warning) => ({ ...warning, fields: [] })),
    ],
  };
}

/** What stations nearby have changed, in the units of the response. */
function correctionsOf(
  series: RunSeries,
  { fields, units }: ForecastQuery,
  { firstMs, endMs }: { firstMs: number; endMs: number },
): AnswerCorrection[] {
  const degrees = units === 'metric' ? 1 : FAHRENHEIT_PER_KELVIN;
  const corrections = series
    .correctionsOf(fields, firstMs, endMs)
    .map(({ field, stations, mean, state }) => ({
      field,
      stations: stations
        .map(({ id, distanceKm, weight }) => ({
          id,
          distanceKm: roundHalfUp(distanceKm, 1),
          weight: roundHalfUp(weight, SHARE_DECIMALS),
        }))
        .filter(({ weight }) => weight > 0),
      mean: roundHalfUp(mean * degrees, MEAN_DECIMALS),
      state,
    }));
  // What rounds to nothing isn't there.
  return corrections.filter(({ stations }) => stations.length > 0);
}

export function warnOfAge(warnings: AnswerWarnings, ageHours: RunOutlook['ageHours']): void {
  if (ageHours !== undefined) warnings.add('stale_run', undefined, `This one began ${ageHours} hours ago.`);
}

/** The metrics that should be for a height, but come from a run without terrain. */
function unliftedOf(
  shares: readonly RunShare[],
  height: number | undefined,
  metrics: MetricCatalogue,
): string[] {
  if (height === undefined) return [];
  return shares
    .filter(
      ({ segment, isOfMembers }) => !isOfMembers && Number.isNaN(segment.point.staticValue('terrainHeight')),
    )
    .flatMap(({ fields }) => fields)
    .filter((name) =>
      metrics
        .get(name)
        .needs.flat()
        .some((variable) => OF_HEIGHT.has(variable)),
    );
}

function sourceOf(
  { segment: { run, point }, isOfMembers, spans, share, ...whole }: RunShare,
  nextRunOf: RunOutlook['nextRunOf'],
): AnswerSource {
  const { fields } = whole;
  const { isPart, attribution } = run.manifest;
  return {
    ...originOf(run, nextRunOf(run)),
    ...answerSpan(whole),
    spans: spans.map(answerSpan),
    share: {
      temperature: roundHalfUp(share.temperature, SHARE_DECIMALS),
      wind: roundHalfUp(share.wind, SHARE_DECIMALS),
      pressure: roundHalfUp(share.pressure, SHARE_DECIMALS),
    },
    ...(isPart && { reaches: instantOf(rangeOf(run).lastMs) }),
    ...(fields.includes('precipitationProbability') && {
      probabilityMethod: isOfMembers ? ('ensemble_members' as const) : ('neighborhood' as const),
    }),
    grid: gridOf(run, point),
    attribution,
  };
}

function answerSpan({ fields, firstHourMs, lastHourMs }: FieldSpan): AnswerSpan {
  return { fields, from: instantOf(firstHourMs), to: instantOf(lastHourMs) };
}

/** The warnings of the runs that provide hours, without duplicates. */
function warningsOf(shares: readonly RunShare[]): RunWarning[] {
  const runs = new Set(shares.map(({ segment }) => segment.run));
  const warnings = [...runs].flatMap(({ manifest }) => manifest.warnings);
  return [...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values()];
}

/** The member `place` of `meta`, if the request names a place. */
export function placeOf({ place }: Pick<ForecastQuery, 'place'>): { place?: AnswerPlace } {
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

/**
 * Builds a response from the long-term means, which cover every location and time.
 *
 * @param placeHeight of the models, in meters above sea level; undefined for the terrain of the means
 */
export function answerFromClimatology(
  query: ForecastQuery,
  metrics: MetricCatalogue,
  placeHeight: number | undefined,
  ground: PlaceGround,
): ForecastAnswer {
  const spans = askedSpans(query);
  const { firstMs, count } = hoursFor(spans) ?? { firstMs: 0, count: 0 };
  const warnings = new AnswerWarnings();
  const elevation = query.elevation ?? (typeof ground === 'number' ? ground : placeHeight);
  const hours = { firstHourMs: firstMs, hours: count };
  const climatology = climatologyOf({ ...query, elevation }, hours, metrics, warnings);
  const gaps = NO_HOURS.gapsIn(spans);
  if (ground === PENDING) warnings.add('terrain_pending');
  warnings.add('climatology', undefined, query.source === 'auto' ? textOf(gaps) : undefined);
  return {
    location: { lat: query.latitude, lon: query.longitude },
    timelines: makeTimelines(climatology.series, spans, query, warnings),
    meta: () => ({
      ...CLIMATOLOGY_ORIGIN,
      ...settingsOf(query, climatology.series.altitude, ground),
      ...climatology.place,
      sources: climatology.sourcesOf(gaps),
      corrections: [],
      warnings: warnings.list(query.fields),
    }),
  };
}

/** The long-term means of a place, and how `meta` describes them. */
function climatologyOf(
  query: ForecastQuery,
  { firstHourMs, hours }: { firstHourMs: number; hours: number },
  metrics: MetricCatalogue,
  warnings: AnswerWarnings,
) {
  const point = climatologyAt(query.latitude, query.longitude);
  const grid: AnswerGrid = {
    resolution: CLIMATOLOGY_DEGREES,
    elevation: Math.round(point.terrainHeight),
    interpolation: 'bilinear',
  };
  const place = { grid, attribution: CLIMATOLOGY_ATTRIBUTION };
  const fields = query.fields.filter((name) => metrics.get(name).climatology !== undefined);
  return {
    series: new ClimatologySeries(point, { ...query, firstHourMs, hours }, metrics, warnings),
    place,
    sourcesOf: (stretches: readonly Stretch[]): AnswerSource[] =>
      stretches.map(({ firstMs, lastMs }) => {
        const given = answerSpan({ fields, firstHourMs: hourOf(firstMs), lastHourMs: hourOf(lastMs) });
        return { ...CLIMATOLOGY_ORIGIN, ...place, ...given, spans: [given], share: ALL };
      }),
  };
}

/** Names the entries that no run has. */
function textOf(gaps: readonly Stretch[]): string {
  const text = ({ firstMs, lastMs }: Stretch) =>
    [...new Set([firstMs, lastMs])].map((timeMs) => toInstant(new Date(timeMs))).join(' to ');
  return `No stored run has ${gaps.map(text).join(', ')}.`;
}

/** What `meta` says of the request. */
function settingsOf(query: ForecastQuery, height: number | undefined, ground: PlaceGround) {
  return {
    units: query.units,
    timezone: query.timeZone.name,
    ...placeOf(query),
    elevation: servedHeight(height),
    ...attributionOf(ground),
  };
}

export function servedHeight(height: number | undefined): number | null {
  return height === undefined ? null : Math.round(height * 10) / 10;
}
