import { HOUR_MS } from '../../core/time/index.js';
import { type Variable, type VariableName, newSeries, noSeries } from '../../weather/meteo/index.js';
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
  private readonly presences = new Map<Variable['handOver'], Float64Array | undefined>();
  private readonly windows = new Map<string, ModelVariables>();

  /** @param window the hours of the response to calculate; the others have no values */
  constructor(
    readonly plan: Pick<ModelPlan, 'segments' | 'presence'>,
    private readonly place: Place,
    private readonly span: Hours,
    window: HourRange = { first: 0, last: span.hours - 1 },
  ) {
    this.runs = plan.segments.map(
      (segment) => new RunVariables(clipped(segment, span, window), place.altitude),
    );
  }

  /** The same, limited to some of the hours. */
  within(window: HourRange): ModelVariables {
    if (window.first === 0 && window.last === this.span.hours - 1) return this;
    const key = `${window.first}-${window.last}`;
    let within = this.windows.get(key);
    if (!within) {
      within = new ModelVariables(this.plan, this.place, this.span, window);
      this.windows.set(key, within);
    }
    return within;
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

  /** This model's weight in each hour in which another one can follow; undefined if it is 1 throughout. */
  presence(handOver: Variable['handOver']): Float64Array | undefined {
    if (this.presences.has(handOver)) return this.presences.get(handOver);
    const presence = this.presenceOf(handOver);
    this.presences.set(handOver, presence);
    return presence;
  }

  private presenceOf(handOver: Variable['handOver']): Float64Array | undefined {
    const { firstHourMs, hours } = this.span;
    const at = (hour: number) => presenceAt(this.plan.presence, firstHourMs + hour * HOUR_MS);
    // The weight only decreases, so it is 1 throughout if it is 1 in the last hour.
    if (handOver === undefined || hours === 0 || at(hours - 1) === 1) return undefined;
    const presence = newSeries(hours);
    for (let hour = 0; hour < hours; hour++)
      presence[hour] = handOver === 'fade' ? at(hour) : at(hour) > 0.5 ? 1 : 0;
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
