import { type MetricCatalogue } from '../../metrics/metric-catalogue.js';
import { type Variable, VARIABLES } from '../../meteo/variables.js';
import { type StoredRun } from '../../model-store/read/stored-run.js';
import { type Model } from '../../models/model.js';
import { staleFrom } from '../../models/run-times.js';
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
import { type Presence, presenceAt, presencesOf } from './presence.js';

/** What one model takes part with. */
export interface ModelPlan extends ModelReach {
  segments: RunSegment[];
  presence: Presence;
}

/** Which models answer, with which entries, out of which hours. */
export interface ForecastPlan {
  /** In order of preference, at least one. */
  models: ModelPlan[];
  /** What says how probable is what they give. */
  ensembles: ModelPlan[];
  /** What would say so, had newer runs come. */
  staleEnsembles: ModelReach[];
  /** The one that gives the first hour, by the temperature or by what was asked for first. */
  main: ModelPlan;
  spans: TimelineSpans;
  /** Whether more was asked for than the runs have. */
  outlastsRuns: boolean;
  /** Whether hours of the first day are out of earlier runs. */
  completesFirstDay: boolean;
  /** Whether a day has hours that no segment has. */
  hasPartialDays: boolean;
}

/**
 * What the models give together; undefined where none has the start.
 *
 * @param models that may be used, the preferred one first
 * @param runs newest first
 * @param asked the entries, where they are not those of the query's timelines
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
  // The weather of today out of a model whose runs no longer come is worse than that of the next one.
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

/** Without the hour at which a run ends: what its members have is of the spans before. */
function ensemblePlan(reach: ModelReach, spans: TimelineSpans, query: ForecastQuery): ModelPlan {
  const segments = segmentsOf(reach, spans, query).map((segment) => {
    const hoursToEnd = (rangeOf(segment.run).lastMs - segment.firstHourMs) / HOUR_MS;
    return { ...segment, hours: Math.max(0, Math.min(segment.hours, hoursToEnd)) };
  });
  return { ...reach, segments, presence: { inSpace: 1, endMs: Infinity } };
}

/** Whether a newer run, which is overdue, would tell more of the future. The past has runs of its own. */
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

/** Whether the days have hours that no segment has. */
function hasGaps({ daily = [] }: TimelineSpans, segments: readonly RunSegment[]): boolean {
  if (daily.length === 0) return false;
  let reachedMs = wholeHourFrom(daily[0].startMs);
  for (const { firstHourMs, hours } of segments.toSorted((a, b) => a.firstHourMs - b.firstHourMs)) {
    if (firstHourMs > reachedMs) return true;
    reachedMs = Math.max(reachedMs, firstHourMs + hours * HOUR_MS);
  }
  return reachedMs < wholeHourFrom(daily[daily.length - 1].endMs);
}
