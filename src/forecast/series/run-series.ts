import { HOUR_MS } from '../../core/time/index.js';
import {
  CONSENSUS_LEADS,
  type ConsensusGroup,
  MEMBER_STATISTICS,
  type VariableName,
  hasGap,
  keptVariables,
  mapSeries,
  noSeries,
} from '../../weather/meteo/index.js';
import type {
  CorrectedField,
  CorrectingStation,
  Corrections,
  WeightsState,
} from '../../weather/consensus/index.js';
import type { CatalogueEntry, MetricCatalogue, MetricSource } from '../../weather/metrics/index.js';
import { type ModelPlan } from '../plan/forecast-plan.js';
import { type CoveredHours } from '../plan/covered-hours.js';
import { type RunSegment } from '../plan/model-plan.js';
import { type AnswerWarnings } from './answer-warnings.js';
import { BlendedVariables, CORRECTED } from './blended-variables.js';
import { type MetricSeries } from './metric-series.js';
import { type HourRange, hull, isNone, NO_HOURS, overlap, withValues } from './hour-range.js';
import { ModelVariables } from './model-variables.js';
import { type Coverage, reasonForGaps } from './series-gaps.js';

const WIDENED: ReadonlySet<VariableName> = new Set(['temperature2mP10', 'temperature2mP90']);
const ofEnsembles: ReadonlySet<VariableName> = new Set(MEMBER_STATISTICS.flatMap(keptVariables));

/** The runs, the hours and the location to read. */
export interface RunSeriesRequest {
  latitude: number;
  longitude: number;
  /** Meters above sea level; undefined for the height of the place, and NaN for each model's own terrain. */
  elevation?: number | undefined;
  /** Undefined if no terrain is known: values are then for the models' own heights. */
  placeHeight: () => number | undefined;
  firstHourMs: number;
  hours: number;
  /** The hours that the models have. */
  covered: CoveredHours;
  /** In order of preference. */
  models: readonly Pick<ModelPlan, 'segments' | 'presence'>[];
  ensembles?: readonly Pick<ModelPlan, 'segments' | 'presence'>[];
  /** The weights of the models in their consensus; undefined for a single model as it is. */
  weights?: WeightsState | undefined;
  /** What the stations say of their errors; undefined for what isn't corrected. */
  correcting?: WeightsState | undefined;
  /** Whether the stations at the place correct nothing. */
  withoutSite?: boolean | undefined;
}

/** What a source has in the consensus of some hours, 0..1 on average. */
export type ConsensusShare = Record<ConsensusGroup, number>;

/** Metrics, and the first and last hour for which any of them has a value. */
export interface FieldSpan {
  fields: string[];
  firstHourMs: number;
  lastHourMs: number;
}

/** What a run contributes to some metrics. */
export interface RunShare extends FieldSpan {
  segment: RunSegment;
  /** Whether the run is of an ensemble. */
  isOfMembers: boolean;
  /** The same, grouped by hours: some metrics are handed over to another model sooner than others. */
  spans: FieldSpan[];
  /** The mean of its shares from the first to the last hour. */
  share: ConsensusShare;
}

/** What stations have changed in a field. */
export interface SeriesCorrection {
  field: CorrectedField;
  stations: CorrectingStation[];
  /** What was added to the value, in K, on average. */
  mean: number;
  /** The state of the verification. */
  state: number;
}

/** The metrics at a point from stored runs. */
export class RunSeries implements MetricSeries {
  readonly firstHourMs: number;
  readonly hours: number;
  /** The height that the values are for, in meters above sea level; undefined if it is unknown. */
  readonly height: number | undefined;
  private readonly correcting: WeightsState | undefined;
  private readonly corrections: Corrections | undefined;
  private readonly models: readonly ModelVariables[];
  private readonly variables: BlendedVariables;
  private readonly ensembles: readonly ModelVariables[];
  private readonly members: BlendedVariables | undefined;
  private readonly source: MetricSource;
  private readonly coverage: Coverage;
  private readonly derived = new Map<string, Float64Array>();

  constructor(
    {
      models,
      ensembles = [],
      weights,
      correcting,
      withoutSite,
      latitude,
      longitude,
      elevation,
      ...span
    }: RunSeriesRequest,
    readonly metrics: MetricCatalogue,
    private readonly warnings: AnswerWarnings,
  ) {
    const { firstHourMs, hours, covered } = span;
    this.firstHourMs = firstHourMs;
    this.hours = hours;
    const ofModels = models.flatMap((model) => model.segments);
    const ofMembers = ensembles.flatMap((model) => model.segments);
    this.coverage = {
      firstHourMs,
      segments: ofModels,
      ensembles: ofMembers,
      covered: covered.stretches.map(({ firstMs, lastMs }) => ({
        first: this.indexOf(firstMs),
        last: this.indexOf(lastMs),
      })),
    };
    const isOnTerrain = Number.isNaN(elevation);
    this.height = isOnTerrain ? span.placeHeight() : (elevation ?? span.placeHeight());
    const place = { latitude, longitude, altitude: isOnTerrain ? undefined : this.height };
    this.models = models.map((model) => new ModelVariables(model, place, span));
    this.correcting = correcting;
    if (correcting && this.height !== undefined)
      this.corrections = correcting.correctionsAt(
        { latitude, longitude, elevation: this.height },
        withoutSite,
      );
    const hourly = this.corrections && { firstHourMs, at: this.corrections.at };
    this.variables = new BlendedVariables(this.models, hours, weights, hourly);
    this.ensembles = ensembles.map((model) => new ModelVariables(model, place, span));
    if (this.ensembles.length > 0) this.members = new BlendedVariables(this.ensembles, hours);
    this.source = this.sourceAt({ latitude, longitude, altitude: this.height ?? 0 });
  }

  values(name: string): Float64Array {
    const known = this.derived.get(name);
    if (known) return known;
    const metric = this.metrics.get(name);
    const values = metric.derive(this.source);
    this.derived.set(name, values);
    const reason = hasGap(values) && reasonForGaps(metric, values, this.membersOf(metric), this.coverage);
    if (reason) this.warnings.add(reason, name);
    return values;
  }

  /**
   * Whether a variable is the highest value of a span, in the model that provides most of it at an hour; undefined if no
   * model does.
   */
  isHighest(name: VariableName, hourMs: number): boolean | undefined {
    const isAt = ({ firstHourMs, hours }: RunSegment) =>
      firstHourMs <= hourMs && hourMs < firstHourMs + hours * HOUR_MS;
    const hour = this.indexOf(hourMs);
    const stored = this.models.flatMap((model) => {
      const variable = model.plan.segments.find(isAt)?.point.variable(name);
      return variable
        ? [{ variable, share: this.variables.meanShare(model, name, { first: hour, last: hour }) }]
        : [];
    });
    if (stored.length === 0) return undefined;
    const most = stored.reduce((one, other) => (other.share > one.share ? other : one));
    return most.variable.statistic === 'maximum';
  }

  /**
   * What each run contributes to some metrics, in order of preference, and per model the newest run first.
   * @param endMs after the last hour
   */
  shares(fields: readonly string[], firstMs: number, endMs: number): RunShare[] {
    const asked = { first: this.indexOf(firstMs), last: this.indexOf(endMs) - 1 };
    return [...this.models, ...this.ensembles].flatMap((model) =>
      model.plan.segments
        .toSorted((a, b) => b.run.run.getTime() - a.run.run.getTime())
        .flatMap((segment) => this.shareOf(model, segment, fields, asked) ?? []),
    );
  }

  /**
   * What stations have changed in what some metrics are made of.
   * @param endMs after the last hour
   */
  correctionsOf(fields: readonly string[], firstMs: number, endMs: number): SeriesCorrection[] {
    const { corrections, correcting } = this;
    if (!corrections || !correcting) return [];
    const isNeeded = (name: VariableName) =>
      fields.some((field) => this.metrics.get(field).needs.some((variables) => variables.includes(name)));
    return [...CORRECTED].flatMap(([name, field]) => {
      const stations = corrections.stations(field);
      const added = stations.length > 0 && isNeeded(name) ? this.variables.added(name) : undefined;
      if (!added) return [];
      const inSpan = added.subarray(Math.max(this.indexOf(firstMs), 0), this.indexOf(endMs));
      const some = inSpan.filter((kelvin) => !Number.isNaN(kelvin));
      if (some.length === 0) return [];
      const mean = some.reduce((sum, kelvin) => sum + kelvin, 0) / some.length;
      return [{ field, stations, mean, state: correcting.number }];
    });
  }

  private shareOf(
    model: ModelVariables,
    segment: RunSegment,
    fields: readonly string[],
    asked: HourRange,
  ): RunShare | undefined {
    const first = this.indexOf(segment.firstHourMs);
    const ofSegment = overlap({ first, last: first + segment.hours - 1 }, asked);
    const given: string[] = [];
    const alike: (HourRange & { fields: string[] })[] = [];
    for (const name of fields) {
      const used = overlap(this.usedFor(model, name), ofSegment);
      if (isNone(used)) continue;
      const range = withValues(this.valuesOf(model, name), used);
      if (isNone(range)) continue;
      given.push(name);
      const same = alike.find(({ first: from, last }) => from === range.first && last === range.last);
      if (same) same.fields.push(name);
      else alike.push({ ...range, fields: [name] });
    }
    if (given.length === 0) return undefined;
    const hours = alike.reduce(hull, NO_HOURS);
    return {
      segment,
      isOfMembers: this.ensembles.includes(model),
      ...this.fieldSpan(given, hours),
      spans: alike.map((group) => this.fieldSpan(group.fields, group)),
      share: {
        temperature: this.variables.meanShare(model, CONSENSUS_LEADS.temperature, hours),
        wind: this.variables.meanShare(model, CONSENSUS_LEADS.wind, hours),
        pressure: this.variables.meanShare(model, CONSENSUS_LEADS.pressure, hours),
      },
    };
  }

  private fieldSpan(fields: string[], { first, last }: HourRange): FieldSpan {
    return {
      fields,
      firstHourMs: this.firstHourMs + first * HOUR_MS,
      lastHourMs: this.firstHourMs + last * HOUR_MS,
    };
  }

  /** The ensemble's values of a metric, NaN where it has none; undefined for a metric that no ensemble provides. */
  private membersOf({ ofMembers }: CatalogueEntry): Float64Array | undefined {
    return ofMembers && this.source.variable(ofMembers);
  }

  /** The hours for which anything that a metric needs was taken from a model. */
  private usedFor(model: ModelVariables, name: string): HourRange {
    const { ofMembers, needs } = this.metrics.get(name);
    if (this.ensembles.includes(model))
      return (ofMembers && this.members?.usedOf(model, ofMembers)) ?? NO_HOURS;
    let range = NO_HOURS;
    for (const alternatives of needs)
      for (const variable of alternatives) range = hull(range, this.variables.usedOf(model, variable));
    return range;
  }

  /** The values of a metric, without the hours that an ensemble provides instead of a model. */
  private valuesOf(model: ModelVariables, name: string): Float64Array {
    const values = this.values(name);
    const metric = this.metrics.get(name);
    const members = this.membersOf(metric);
    if (!members || metric.needsMembers || this.ensembles.includes(model)) return values;
    return mapSeries(values, (value, hour) => (Number.isNaN(members[hour]) ? value : NaN));
  }

  /** `| 0` tells the compiler that it is an integer, without which loops over hours take several times as long. */
  private indexOf(timeMs: number): number {
    return ((timeMs - this.firstHourMs) / HOUR_MS) | 0;
  }

  /** A quantile of the temperature, as far from the median as was verified; undefined for other variables. */
  private widened(name: VariableName, members: BlendedVariables): Float64Array | undefined {
    const { correcting } = this;
    if (!correcting || !WIDENED.has(name)) return undefined;
    const [median, leads] = [members.get('temperature2mP50'), this.variables.leads()];
    return mapSeries(
      members.get(name),
      (value, hour) => median[hour] + (value - median[hour]) * correcting.widening(leads[hour]),
    );
  }

  private sourceAt(place: Pick<MetricSource, 'latitude' | 'longitude' | 'altitude'>): MetricSource {
    const known = new Map<unknown, unknown>();
    const { variables, members } = this;
    const memberSeries = (name: VariableName) =>
      (members && this.widened(name, members)) ?? members?.get(name) ?? noSeries(this.hours);
    const source: MetricSource = {
      ...place,
      firstHourMs: this.firstHourMs,
      hours: this.hours,
      variable: (name) => (ofEnsembles.has(name) ? memberSeries(name) : variables.get(name)),
      metric: (name) => this.values(name),
      shared<T>(make: (source: MetricSource) => T): T {
        const earlier = known.get(make) as T | undefined;
        if (earlier !== undefined) return earlier;
        const made = make(source);
        known.set(make, made);
        return made;
      },
      wetShares: () => variables.wetShares(),
    };
    return source;
  }
}
