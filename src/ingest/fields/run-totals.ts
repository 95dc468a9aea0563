import { VARIABLES, type VariableName } from '../../weather/meteo/index.js';
import { type DecodedRecord } from './step-decoder.js';
import { stepLabel } from '../request/step-list.js';

/** Allows for floating-point rounding. */
const NOISE_TOLERANCE = 1.001;

/** The sum of a variable's buckets from the start of the run to an hour. */
interface BucketSum {
  endHours: number;
  /** Undefined before the first bucket. */
  values?: Float64Array;
  /** The sum of the largest packing errors of the buckets. */
  noise: number;
}

const NOTHING: BucketSum = { endHours: 0, noise: 0 };
/** A sum that no bucket can continue. */
const GAP: BucketSum = { endHours: NaN, noise: 0 };

/** Compares the sum of a source's buckets with the source's own run total, for variables with `checkRunTotal`. */
export class RunTotals {
  /** Sums of the finished buckets. */
  private readonly finished = new Map<VariableName, BucketSum>();
  private readonly latest = new Map<VariableName, DecodedRecord>();
  private readonly totals = new Map<VariableName, DecodedRecord>();

  /**
   * Notes a record. Buckets must come in step order, totals at any time. The values of a variable's latest record, and
   * of a total, must not change afterwards.
   */
  note(decoded: DecodedRecord): void {
    const { source, isRunTotal } = decoded.record;
    if (!source.checkRunTotal) return;
    if (isRunTotal) {
      this.totals.set(source.variable, decoded);
      return;
    }
    const earlier = this.latest.get(source.variable);
    if (earlier && startOf(earlier) !== startOf(decoded))
      this.finished.set(source.variable, this.finish(earlier));
    this.latest.set(source.variable, decoded);
  }

  /** Returns the values of a variable's current total, which its next one may overwrite; undefined before the first. */
  roomFor(variable: VariableName): Float64Array | undefined {
    return this.totals.get(variable)?.values;
  }

  /** Returns one sentence for each variable whose total differs from the sum of its buckets. */
  differences(): string[] {
    return [...this.totals.values()].flatMap((total) => this.difference(total) ?? []);
  }

  private difference({ record, values, quantisation }: DecodedRecord): string | undefined {
    const { variable } = record.source;
    const latest = this.latest.get(variable);
    const before = this.finished.get(variable) ?? NOTHING;
    if (latest?.record.forecast.stepHours !== record.forecast.stepHours) return undefined;
    if (startOf(latest) !== before.endHours) return undefined;
    const { stepHours } = record.forecast;
    const noise = before.noise + latest.quantisation.quantum / 2;
    const tolerance = NOISE_TOLERANCE * (noise + quantisation.quantum / 2);
    let largest = 0;
    let cells = 0;
    for (let i = 0; i < values.length; i++) {
      const sum = before.values ? latest.values[i] + before.values[i] : latest.values[i];
      const difference = Math.abs(sum - values[i]);
      if (!(difference > tolerance)) continue;
      cells++;
      largest = Math.max(largest, difference);
    }
    if (cells === 0) return undefined;
    const { unit } = VARIABLES[variable];
    const share = `${cells} of ${values.length} cells`;
    return `The source's ${variable} up to ${stepLabel(stepHours)} differs from its total of the run by up to ${largest.toPrecision(3)} ${unit} in ${share}; the parts were taken.`;
  }

  /** Adds a bucket to the finished ones. */
  private finish(bucket: DecodedRecord): BucketSum {
    const { record, values, quantisation } = bucket;
    const { endHours, values: sums, noise } = this.finished.get(record.source.variable) ?? NOTHING;
    if (endHours !== startOf(bucket)) return GAP;
    if (sums) for (let i = 0; i < sums.length; i++) sums[i] += values[i];
    return {
      endHours: record.forecast.stepHours,
      values: sums ?? values.slice(),
      noise: noise + quantisation.quantum / 2,
    };
  }
}

function startOf({ record: { forecast } }: DecodedRecord): number {
  return forecast.kind === 'instant' ? NaN : forecast.startHours;
}
