import type { MetricCatalogue } from '../../weather/metrics/index.js';
import { VARIABLES, type Variable } from '../../weather/meteo/index.js';
import type { StoredRun } from '../../store/read/index.js';
import { type Model, staleFrom } from '../../weather/models/index.js';
import { type ForecastQuery } from '../request/forecast-query.js';
import {
  areAsLong,
  askedSpans,
  endOf,
  firstHourOf,
  HOUR_MS,
  spansUntil,
  type TimelineSpans,
  wholeHourFrom,
} from '../request/timeline-spans.js';
import { hasNeeds, type ModelReach, rangeOf, reachOf, type RunSegment, segmentsOf } from './model-plan.js';
import { type Presence, presenceAt, presencesOf } from './hand-over.js';

/** What one model contributes. */
export interface ModelPlan extends ModelReach {
  segments: RunSegment[];
  presence: Presence;
}

/** Which models provide which hours of a response, and its entries. */
export interface ForecastPlan {
  /** In order of preference, at least one. */
  models: ModelPlan[];
  /** Ensembles, which provide probabilities and quantiles. */
  ensembles: ModelPlan[];
  /** Ensembles that are left out because their runs are stale. */
  staleEnsembles: ModelReach[];
  /** The model that provides the first hour, of the temperature or else of the first requested field. */
  main: ModelPlan;
  spans: TimelineSpans;
  /** Whether the request extends beyond the end of the runs. */
  outlastsRuns: boolean;
  /** Whether hours of the first day come from earlier runs. */
  completesFirstDay: boolean;
  /** Whether some hours of a day are in no segment. */
  hasPartialDays: boolean;
}

/**
 * Plans what the models provide together; undefined if none covers the start.
 *
 * @param models candidates, in order of preference
 * @param runs newest first
 * @param asked the entries, if not those of the query's timelines
 */
export function planForecast(
  models: readonly Model[],
  runs: readonly StoredRun[],
  query: ForecastQuery,
  metrics: MetricCatalogue,
  now: Date,
  asked: TimelineSpans = askedSpans(query),
): ForecastPlan | undefined {
  const reachesOf = (some: readonly Model[]) =>
    some.flatMap((model) => reachOf(model, runs, query, asked) ?? []);
  const reaches = reachesOf(models.filter(({ ensemble }) => !ensemble));
  if (!reaches.some(({ hasStart }) => hasStart)) return undefined;
  // A model whose runs no longer arrive is worse for current weather than the next model.
  const isLate = (reach: ModelReach) => isStale(reach, asked, now);
  const inOrder = [...reaches.filter((reach) => !isLate(reach)), ...reaches.filter(isLate)];
  const spans = spansUntil(asked, Math.max(...inOrder.map(({ lastMs }) => lastMs)));
  const presences = presencesOf(inOrder, query);
  const plans = inOrder.map((reach, i) => ({
    ...reach,
    segments: segmentsOf(reach, spans, query),
    presence: presences[i],
  }));
  const main = mainOf(plans, spans, query, metrics);
  const ensembles = reachesOf(models.filter(({ ensemble }) => ensemble));
  return {
    models: plans,
    ensembles: ensembles.filter((reach) => !isLate(reach)).map((reach) => ensemblePlan(reach, spans, query)),
    staleEnsembles: ensembles.filter(isLate),
    main,
    spans,
    outlastsRuns: !areAsLong(spans, asked),
    completesFirstDay: main.segments[0].firstHourMs < main.firstMs,
    hasPartialDays: hasGaps(
      spans,
      plans.flatMap(({ segments }) => segments),
    ),
  };
}

/** Leaves out the hour that starts where a run ends: the values of its members are for spans up to there. */
function ensemblePlan(reach: ModelReach, spans: TimelineSpans, query: ForecastQuery): ModelPlan {
  const segments = segmentsOf(reach, spans, query).map((segment) => {
    const hoursToEnd = (rangeOf(segment.run).lastMs - segment.firstHourMs) / HOUR_MS;
    return { ...segment, hours: Math.max(0, Math.min(segment.hours, hoursToEnd)) };
  });
  return { ...reach, segments, presence: { inSpace: 1, endMs: Infinity } };
}

/**
 * Whether a newer run is overdue that would improve the forecast. It would not for the past, which has its own runs.
 */
export function isStale(
  { model, run, isNewest }: Pick<ModelReach, 'model' | 'run' | 'isNewest'>,
  spans: TimelineSpans,
  now: Date,
): boolean {
  return isNewest && now >= staleFrom(model, run.run) && endOf(spans) > now.getTime();
}

function mainOf(
  models: readonly ModelPlan[],
  spans: TimelineSpans,
  { fields, start }: ForecastQuery,
  metrics: MetricCatalogue,
): ModelPlan {
  const hourMs = Math.max(firstHourOf(spans), Math.floor(start.getTime() / HOUR_MS) * HOUR_MS);
  const { needs } = metrics.get(fields.includes('temperature') ? 'temperature' : fields[0]);
  const handsOver = needs.flat().some((name) => (VARIABLES[name] as Variable).handOver !== undefined);
  const having = models.filter(
    ({ point, firstMs, lastMs }) => firstMs <= hourMs && hourMs <= lastMs && hasNeeds(point, needs),
  );
  const isOwn = ({ presence }: ModelPlan) => !handsOver || presenceAt(presence, hourMs) > 0.5;
  return having.find(isOwn) ?? having.at(0) ?? models.find(({ hasStart }) => hasStart) ?? models[0];
}

/** Whether some hours of the days are in no segment. */
function hasGaps({ daily = [] }: TimelineSpans, segments: readonly RunSegment[]): boolean {
  if (daily.length === 0) return false;
  let reachedMs = wholeHourFrom(daily[0].startMs);
  for (const { firstHourMs, hours } of segments.toSorted((a, b) => a.firstHourMs - b.firstHourMs)) {
    if (firstHourMs > reachedMs) return true;
    reachedMs = Math.max(reachedMs, firstHourMs + hours * HOUR_MS);
  }
  return reachedMs < wholeHourFrom(daily[daily.length - 1].endMs);
}
