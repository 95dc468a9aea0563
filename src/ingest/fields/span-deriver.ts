import { VARIABLES, type Variable, type VariableName, boundsOf } from '../../weather/meteo/index.js';
import type { Plane } from '../../store/format/index.js';
import type { PlaneIdentity } from '../../store/write/index.js';
import { STATISTIC_OF } from '../../weather/models/index.js';
import { type PlannedRecord } from '../plan/run-plan.js';
import { type OutsideValues } from './plausibility.js';
import { RunTotals } from './run-totals.js';
import { type DecodedRecord } from './step-decoder.js';
import { stepLabel } from '../request/step-list.js';

/** Allows for floating-point rounding. */
const NOISE_TOLERANCE = 1.001;

type Quantisation = Plane['quantisation'];

/** The start of a bucket and one of its steps. */
interface BucketStep {
  startHours: number;
  stepHours: number;
}

/** The state of a bucket at a step. */
interface BucketState extends BucketStep {
  values: Float64Array;
  quantisation: Quantisation;
}

/** Two states of a bucket. Their weighted difference, over the divisor, is the value of the span between them. */
interface Increment {
  present: BucketState;
  earlier: BucketState;
  presentWeight: number;
  earlierWeight: number;
  divisor: number;
}

/**
 * Turns a run's records into planes. A value that the source accumulates or averages since the start of a bucket
 * becomes the amount or mean of the span since the step before. Records of one variable must come in step order.
 *
 * Fields are large, so only one array is kept for each variable: the values of its latest record. The array of the
 * record before that becomes its plane, or is released immediately.
 */
export class SpanDeriver {
  readonly totals = new RunTotals();
  /** Amounts of spans that are missing because so much cannot fall on Earth in that time. */
  readonly outside: OutsideValues[] = [];
  private readonly steps = new Map<VariableName, BucketStep>();
  private readonly buckets = new Map<VariableName, BucketState>();
  private readonly falls = new Map<VariableName, string>();

  /** The values of the record before the last derived one. Free for reuse once the plane is taken. */
  released: Float64Array | undefined;

  /**
   * Identifies the plane of a record. Called once for each record, by `derive` or for a record that is taken as it is.
   */
  identify({ source, pattern, forecast, spanStartHours: knownStart }: PlannedRecord): PlaneIdentity {
    const { variable } = source;
    const { stepHours } = forecast;
    const statistic = pattern.percentOf ? 'mean' : STATISTIC_OF[pattern.derivation];
    if (knownStart !== undefined) {
      this.steps.set(variable, { startHours: knownStart, stepHours });
      return { variable, statistic, stepHours, spanStartHours: knownStart };
    }
    if (forecast.kind === 'instant')
      return { variable, statistic, stepHours: source.static ? 'static' : stepHours };
    const { startHours } = forecast;
    const earlier = this.steps.get(variable);
    this.steps.set(variable, { startHours, stepHours });
    const continues = earlier?.startHours === startHours && pattern.derivation !== 'maximum';
    const spanStartHours = continues ? earlier.stepHours : startHours;
    return { variable, statistic, stepHours, spanStartHours };
  }

  derive({ record, values, quantisation }: DecodedRecord): Plane {
    const { pattern, forecast } = record;
    const plane: Plane = { ...this.identify(record), values, quantisation };
    if (forecast.kind === 'instant' || isTakenAsItIs(record)) return plane;
    const { variable } = plane;
    const { startHours, stepHours } = forecast;
    const present: BucketState = { startHours, stepHours, values, quantisation };
    const earlier = this.buckets.get(variable);
    this.buckets.set(variable, present);
    this.released = earlier?.values;
    if (earlier?.startHours !== startHours) return plane;
    const increment =
      pattern.derivation === 'averaged' ? meanIncrement(present, earlier) : amountIncrement(present, earlier);
    return { ...plane, ...this.subtract(variable, increment) };
  }

  /** Returns one sentence for each variable with impossible values in the source, such as decreasing sums. */
  implausibilities(): string[] {
    return [...this.falls.values()];
  }

  /** Stores the difference in the array of the earlier values, which are no longer needed. */
  private subtract(variable: VariableName, increment: Increment): Pick<Plane, 'values' | 'quantisation'> {
    const { present, earlier, presentWeight, earlierWeight, divisor } = increment;
    const { minimum = -Infinity, maximum = Infinity, isAmount }: Variable = VARIABLES[variable];
    const spanHours = present.stepHours - earlier.stepHours;
    const [, most] = (isAmount && boundsOf(variable, spanHours)) || [0, Infinity];
    const { values } = earlier;
    let lowest = Infinity;
    let tooMuch = 0;
    for (let i = 0; i < values.length; i++) {
      const value = (present.values[i] * presentWeight - values[i] * earlierWeight) / divisor;
      if (value < lowest) lowest = value;
      if (value > most) tooMuch++;
      // Written so that a missing value (NaN) stays NaN.
      values[i] = value < minimum ? minimum : value > most ? NaN : value > maximum ? maximum : value;
    }
    if (tooMuch > 0) this.outside.push({ variable, stepHours: present.stepHours, count: tooMuch });
    if (lowest < minimum - NOISE_TOLERANCE * noiseOf(increment) && !this.falls.has(variable)) {
      const fall = `${(minimum - lowest).toPrecision(3)} ${VARIABLES[variable].unit}`;
      this.falls.set(
        variable,
        `The source's ${variable} falls within a bucket, first at ${stepLabel(present.stepHours)} by up to ${fall}; it was taken as ${minimum}.`,
      );
    }
    return { values, quantisation: latticeOf(increment) };
  }
}

/** Whether a record's values become its plane unchanged. */
export function isTakenAsItIs({ pattern, forecast }: PlannedRecord): boolean {
  const { derivation } = pattern;
  return forecast.kind === 'instant' || derivation === 'held' || derivation === 'maximum';
}

function amountIncrement(present: BucketState, earlier: BucketState): Increment {
  return { present, earlier, presentWeight: 1, earlierWeight: 1, divisor: 1 };
}

/** From averages over n and m hours since the bucket began: (a(n)·n - a(m)·m) / (n - m). */
function meanIncrement(present: BucketState, earlier: BucketState): Increment {
  const presentWeight = present.stepHours - present.startHours;
  const earlierWeight = earlier.stepHours - earlier.startHours;
  return { present, earlier, presentWeight, earlierWeight, divisor: presentWeight - earlierWeight };
}

/** Returns the largest packing error of the difference: half a quantum for each of the two values. */
function noiseOf({ present, earlier, presentWeight, earlierWeight, divisor }: Increment): number {
  const { quantum } = present.quantisation;
  return (quantum * presentWeight + earlier.quantisation.quantum * earlierWeight) / (2 * divisor);
}

/**
 * Returns the lattice of the differences. Its quantum is the finer of the two quanta (those of one parameter differ by
 * powers of two) times the common divisor of the weights, over the divisor.
 */
function latticeOf({ present, earlier, presentWeight, earlierWeight, divisor }: Increment): Quantisation {
  const quanta = [present.quantisation.quantum, earlier.quantisation.quantum].filter(
    (quantum) => quantum > 0,
  );
  const quantum = quanta.length > 0 ? Math.min(...quanta) : 0;
  const { reference } = present.quantisation;
  return {
    reference: (reference * presentWeight - earlier.quantisation.reference * earlierWeight) / divisor,
    quantum: (quantum * commonDivisor(presentWeight, earlierWeight)) / divisor,
  };
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
