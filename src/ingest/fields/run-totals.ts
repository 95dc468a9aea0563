import { VARIABLES, type VariableName } from '../../meteo/variables.js';
import { type DecodedRecord } from './step-decoder.js';
import { stepLabel } from '../request/step-list.js';

/** For the rounding of the arithmetic. */
const NOISE_TOLERANCE = 1.001;

/** What the buckets of a variable come to from the start of the run to an hour. */
interface BucketSum {
  endHours: number;
  /** None before the first bucket. */
  values?: Float64Array;
  /** By how much the packing of each bucket may have changed it, added up. */
  noise: number;
}

const NOTHING: BucketSum = { endHours: 0, noise: 0 };
/** No bucket begins there. */
const GAP: BucketSum = { endHours: NaN, noise: 0 };

/** Compares what a source's buckets add up to with its own total of the run, for variables with `checkRunTotal`. */
export class RunTotals {
  /** Of the buckets that are over. */
  private readonly finished = new Map<VariableName, BucketSum>();
  private readonly latest = new Map<VariableName, DecodedRecord>();
  private readonly totals = new Map<VariableName, DecodedRecord>();

  /**
   * Takes note of a record, in the order of their steps; totals whenever they come. The values of the latest record of a
   * variable, and of a total, must stay as they are.
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

  /** The values of a variable's total so far, which its next one takes the place of; undefined before the first. */
  roomFor(variable: VariableName): Float64Array | undefined {
    return this.totals.get(variable)?.values;
  }

  /** One sentence for each variable whose total is not what its buckets add up to. */
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

  /** The finished buckets and a further one. */
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
