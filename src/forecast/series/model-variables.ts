import { HOUR_MS } from '../../core/time/index.js';
import type { WeightsState } from '../../weather/consensus/index.js';
import { type ConsensusGroup, type VariableName, newSeries, noSeries } from '../../weather/meteo/index.js';
import { type ModelPlan } from '../plan/forecast-plan.js';
import { type RunSegment } from '../plan/model-plan.js';
import { presenceAt } from '../plan/hand-over.js';
import { type HourRange } from './hour-range.js';
import { RunVariables } from './run-variables.js';
import { wetShares } from './wet-shares.js';

/** The hours of a response. */
export interface Hours {
  /** A whole hour, milliseconds since 1970-01-01T00:00:00Z. */
  firstHourMs: number;
  hours: number;
}

export interface Place {
  latitude: number;
  longitude: number;
  /** Meters above sea level; undefined for the model's terrain. */
  altitude: number | undefined;
}

/**
 * A model's variables for the hours of a response at a place: from its main run and, in hours that this lacks, from
 * earlier runs.
 */
export class ModelVariables {
  private readonly runs: readonly RunVariables[];
  private readonly known = new Map<VariableName, Float64Array>();
  private readonly knownWeights = new Map<ConsensusGroup, Float64Array>();
  private knownLeads: Float64Array | undefined;
  private readonly windows = new Map<string, ModelVariables>();
  private knownPresence: Float64Array | 'full' | undefined;

  /**
   * @param window the hours of the response to calculate; the others have no values
   * @param unlimited the same with all hours, if the window has only some
   */
  constructor(
    readonly plan: Pick<ModelPlan, 'segments' | 'presence'>,
    private readonly place: Place,
    private readonly span: Hours,
    window: HourRange = { first: 0, last: span.hours - 1 },
    private readonly unlimited?: ModelVariables,
  ) {
    this.runs = plan.segments.map(
      (segment) => new RunVariables(clipped(segment, span, window), place.altitude),
    );
  }

  /** Itself, or what it was limited from. */
  get whole(): ModelVariables {
    return this.unlimited ?? this;
  }

  /** Whether newer runs are overdue. */
  get isLate(): boolean {
    return this.plan.presence.isLate === true;
  }

  /** The same, limited to some of the hours. */
  within(window: HourRange): ModelVariables {
    if (window.first === 0 && window.last === this.span.hours - 1) return this;
    const key = `${window.first}-${window.last}`;
    let within = this.windows.get(key);
    if (!within) {
      within = new ModelVariables(this.plan, this.place, this.span, window, this.whole);
      this.windows.set(key, within);
    }
    return within;
  }

  /** Whether any of its runs has a variable itself. */
  has(name: VariableName): boolean {
    return this.runs.some((run) => run.has(name));
  }

  /** One value for each hour; NaN where it has none. Callers must not modify the array. */
  get(name: VariableName): Float64Array {
    let values = this.known.get(name);
    if (!values) this.known.set(name, (values = this.joined((run) => run.get(name))));
    return values;
  }

  /** By run, newest first: the share (0..1) of the cells around the place that are wet in each hour. */
  wetShares(): Float64Array[] {
    const most = Math.max(0, ...this.plan.segments.map(({ earlierRuns }) => 1 + earlierRuns.length));
    const shares = this.runs.map(({ segment: { run, earlierRuns, firstHourMs, hours } }) =>
      [run, ...earlierRuns].map((one) => wetShares(one, this.place, firstHourMs, hours)),
    );
    return Array.from({ length: most }, (_, k) =>
      this.joined(({ segment: { hours } }, i) => shares[i].at(k) ?? noSeries(hours)),
    );
  }

  /** Its weight in a consensus in each hour, by the lead time of its run; without fades. */
  weights(group: ConsensusGroup, state: WeightsState): Float64Array {
    let weights = this.knownWeights.get(group);
    if (!weights) {
      weights = newSeries(this.span.hours);
      for (const { segment } of this.runs) this.weighSegment(segment, group, state, weights);
      this.knownWeights.set(group, weights);
    }
    return weights;
  }

  private weighSegment(
    { run, firstHourMs, hours }: RunSegment,
    group: ConsensusGroup,
    state: WeightsState,
    weights: Float64Array,
  ): void {
    const byLead = state.byLead(run.manifest.model, group, this.place);
    const first = (firstHourMs - this.span.firstHourMs) / HOUR_MS;
    const lead = (firstHourMs - run.run.getTime()) / HOUR_MS;
    const longest = byLead.length - 1;
    const known = Math.min(hours, Math.max(0, longest - lead));
    for (let i = 0; i < known; i++) weights[first + i] = byLead[lead + i];
    weights.fill(byLead[longest], first + known, first + hours);
  }

  /** Hours since the start of the run that provides each hour; NaN where none does. */
  leads(): Float64Array {
    if (this.knownLeads) return this.knownLeads;
    const leads = noSeries(this.span.hours);
    for (const { run, firstHourMs, hours } of this.plan.segments) {
      const first = (firstHourMs - this.span.firstHourMs) / HOUR_MS;
      const lead = (firstHourMs - run.run.getTime()) / HOUR_MS;
      for (let i = 0; i < hours; i++) leads[first + i] = lead + i;
    }
    return (this.knownLeads = leads);
  }

  /** Its presence (0..1) in each hour; undefined if it is 1 throughout. */
  presence(): Float64Array | undefined {
    this.knownPresence ??= this.newPresence() ?? 'full';
    return this.knownPresence === 'full' ? undefined : this.knownPresence;
  }

  private newPresence(): Float64Array | undefined {
    const { firstHourMs, hours } = this.span;
    const at = (hour: number) => presenceAt(this.plan.presence, firstHourMs + hour * HOUR_MS);
    // It only decreases, so it is 1 throughout if it is 1 in the last hour.
    if (hours === 0 || at(hours - 1) === 1) return undefined;
    const presence = newSeries(hours);
    for (let hour = 0; hour < hours; hour++) presence[hour] = at(hour);
    return presence;
  }

  private joined(valuesOf: (run: RunVariables, index: number) => Float64Array): Float64Array {
    const { firstHourMs, hours } = this.span;
    const [only] = this.runs;
    if (this.runs.length === 1 && only.segment.firstHourMs === firstHourMs && only.segment.hours === hours)
      return valuesOf(only, 0);
    const values = noSeries(hours);
    this.runs.forEach((run, i) => {
      if (run.segment.hours > 0)
        values.set(valuesOf(run, i), (run.segment.firstHourMs - firstHourMs) / HOUR_MS);
    });
    return values;
  }
}

function clipped(segment: RunSegment, { firstHourMs }: Hours, { first, last }: HourRange): RunSegment {
  const startMs = Math.max(segment.firstHourMs, firstHourMs + first * HOUR_MS);
  const endMs = Math.min(segment.firstHourMs + segment.hours * HOUR_MS, firstHourMs + (last + 1) * HOUR_MS);
  if (startMs === segment.firstHourMs && endMs - startMs === segment.hours * HOUR_MS) return segment;
  return { ...segment, firstHourMs: startMs, hours: Math.max(0, (endMs - startMs) / HOUR_MS) };
}
