import { HOUR_MS } from '../../core/time/index.js';
import type { MetricCatalogue } from '../../weather/metrics/index.js';
import { VARIABLES, type Variable } from '../../weather/meteo/index.js';
import { DOCUMENTED_WEIGHTS, type WeightsState } from '../../weather/consensus/index.js';
import type { StoredPoint, StoredRun } from '../../store/read/index.js';
import { type Model, staleFrom } from '../../weather/models/index.js';
import { type ForecastQuery } from '../request/forecast-query.js';
import {
  areAsLong,
  askedSpans,
  countOf,
  endOf,
  type EntrySpan,
  firstHourOf,
  hourOf,
  hoursFor,
  spansUntil,
  type TimelineSpans,
} from '../request/timeline-spans.js';
import { CoveredHours, type Stretch } from './covered-hours.js';
import { type Presence, presenceAt, presencesOf } from './hand-over.js';
import {
  hasNeeds,
  memberSegmentsOf,
  type ModelReach,
  type Place,
  reachOf,
  type RunSegment,
  segmentsOf,
} from './model-plan.js';
import { placeHeight } from './place-height.js';

/** What one model contributes. */
export interface ModelPlan extends ModelReach {
  /** In order of time. */
  segments: RunSegment[];
  presence: Presence;
}

/** The model and the run that a response names as its source. */
export interface MainRun {
  model: Model;
  run: StoredRun;
  point: StoredPoint;
  /** The newest run of the model. */
  newest: StoredRun;
}

/** Which models provide which hours of a response, and its entries. */
export interface ForecastPlan {
  /** In order of preference, at least one. */
  models: ModelPlan[];
  /** The weights of the models in their consensus; undefined if there is only one. */
  weights: WeightsState | undefined;
  /** What the stations say of the errors; undefined for what isn't corrected. */
  correcting: WeightsState | undefined;
  /** Ensembles, which provide probabilities and quantiles. */
  ensembles: ModelPlan[];
  /** Ensembles that are left out because their runs are stale. */
  staleEnsembles: ModelReach[];
  /**
   * The most preferred model with a share in the first hour, of the temperature or else of the first requested field.
   * Undefined if that is climatology.
   */
  main: MainRun | undefined;
  spans: TimelineSpans;
  /** The hours that are calculated from the models. */
  firstHourMs: number;
  hours: number;
  covered: CoveredHours;
  /** The times of the entries that no run provides. */
  gaps: Stretch[];
  /** Whether climatology fills the gaps. */
  isFilled: boolean;
  /** The height of the place: see `placeHeight`. */
  placeHeight: () => number | undefined;
  /** Whether the request extends beyond the end of the runs. */
  outlastsRuns: boolean;
  /** Whether hours of the first day come from earlier runs. */
  completesFirstDay: boolean;
  /** The hours that the runs lack of days of which they have others. */
  missingOfDays: Stretch[];
}

/**
 * Plans what the models provide together; undefined if they have none of the entries.
 *
 * @param models candidates, in order of preference
 * @param runs newest first, and the terrains that are kept
 * @param asked the entries, if not those of the query's timelines
 * @param weights those of the models in their consensus
 */
export function planForecast(
  models: readonly Model[],
  runs: readonly StoredRun[],
  query: ForecastQuery,
  metrics: MetricCatalogue,
  now: Date,
  asked: TimelineSpans = askedSpans(query),
  weights: WeightsState = DOCUMENTED_WEIGHTS,
): ForecastPlan | undefined {
  const reaches = reachesOf(models, runs, query);
  if (reaches.length === 0) return undefined;
  // A model whose runs no longer arrive is worse than the next model, whichever hours are requested.
  const isLate = ({ model, run }: ModelReach) => now >= staleFrom(model, run.run);
  const inOrder = [...reaches.filter((reach) => !isLate(reach)), ...reaches.filter(isLate)];
  const isFilled = query.source === 'auto' && query.runsAlone !== true;
  const spans = isFilled ? asked : spansUntil(asked, Math.max(...inOrder.map(({ lastMs }) => lastMs)));
  const span = hoursFor(spans) ?? { firstMs: hourOf(query.start.getTime()), count: 1 };
  const presences = presencesOf(inOrder, query);
  const plans = inOrder.map((reach, i) => ({
    ...reach,
    segments: segmentsOf(reach, span, query),
    presence: { ...presences[i], isLate: isLate(reach) },
  }));
  const covered = new CoveredHours(plans.flatMap(({ segments }) => segments));
  const hasAny = countOf(asked) > 0 ? covered.hasAnyEntryOf(spans) : covered.has(span.firstMs);
  if (!hasAny) return undefined;
  const gaps = covered.gapsIn(spans);
  const having = plans.filter(({ segments }) => segments.length > 0);
  const startMs = Math.max(firstHourOf(spans), hourOf(query.start.getTime()));
  const isClimatology = isFilled && gaps.some((gap) => gap.firstMs <= startMs && startMs <= gap.lastMs);
  const main = isClimatology ? undefined : mainOf(having, startMs, query, metrics);
  const ensembles = models.flatMap((model) => (model.ensemble ? (reachOf(model, runs, query) ?? []) : []));
  const members = ensembles.map((reach) => ensemblePlan(reach, span, query, isLate(reach) ? now : undefined));
  return {
    models: having,
    weights: having.length > 1 ? weights : undefined,
    correcting: query.source === 'auto' && query.correction === 'auto' ? weights : undefined,
    ensembles: members.filter(({ segments }) => segments.length > 0),
    staleEnsembles: ensembles.filter(isLate),
    main: main && { ...main.segment, model: main.plan.model, newest: main.plan.run },
    spans,
    firstHourMs: span.firstMs,
    hours: span.count,
    covered,
    gaps,
    isFilled,
    placeHeight: () => placeHeight(models, runs, query),
    outlastsRuns: !areAsLong(spans, asked),
    completesFirstDay:
      spans.daily !== undefined && main !== undefined && main.plan.segments[0] !== main.segment,
    missingOfDays: covered.missingOfDays(spans),
  };
}

/** What the models that are not ensembles have at a place, in order of preference. */
function reachesOf(models: readonly Model[], runs: readonly StoredRun[], place: Place): ModelReach[] {
  return models.flatMap((model) => (model.ensemble ? [] : (reachOf(model, runs, place) ?? [])));
}

/** @param until when the runs of the ensemble are stale: it provides no hours from then on */
function ensemblePlan(
  reach: ModelReach,
  { firstMs, count }: EntrySpan,
  place: Place,
  until: Date | undefined,
): ModelPlan {
  const most = until ? Math.max(0, (hourOf(until.getTime()) - firstMs) / HOUR_MS) : Infinity;
  const segments = memberSegmentsOf(reach, { firstMs, count: Math.min(count, most) }, place);
  return { ...reach, segments, presence: { inSpace: 1, endMs: Infinity } };
}

/**
 * Whether a newer run is overdue that would improve the forecast. It would not for the past, which has its own runs.
 */
export function isStale({ model, newest }: MainRun, spans: TimelineSpans, now: Date): boolean {
  return now >= staleFrom(model, newest.run) && endOf(spans) > now.getTime();
}

/** The model and the run of an hour, or else those of the first hour. */
function mainOf(
  models: readonly ModelPlan[],
  hourMs: number,
  { fields }: ForecastQuery,
  metrics: MetricCatalogue,
): { plan: ModelPlan; segment: RunSegment } {
  const { needs } = metrics.get(fields.includes('temperature') ? 'temperature' : fields[0]);
  const variables = needs.flat().map((name): Variable => VARIABLES[name]);
  const isMean = variables.some(({ consensus }) => consensus);
  const mustExceed = isMean ? 0 : variables.some(({ handOver }) => handOver) ? 0.5 : -1;
  const isAt = ({ firstHourMs, hours }: RunSegment) =>
    firstHourMs <= hourMs && hourMs < firstHourMs + hours * HOUR_MS;
  const covering = models.flatMap((plan) => {
    const segment = plan.segments.find(isAt);
    return segment ? [{ plan, segment }] : [];
  });
  const having = covering.filter(({ segment }) => hasNeeds(segment.point, needs));
  const isOwn = ({ plan }: { plan: ModelPlan }) => presenceAt(plan.presence, hourMs) > mustExceed;
  const first = models
    .map((plan) => ({ plan, segment: plan.segments[0] }))
    .reduce((one, other) => (other.segment.firstHourMs < one.segment.firstHourMs ? other : one));
  return having.find(isOwn) ?? having.at(0) ?? covering.at(0) ?? first;
}
