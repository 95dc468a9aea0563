import { VARIABLES, type VariableName } from '../meteo/variables.js';
import { type DecodedRecord } from './step-decoder.js';
import { stepLabel } from './step-list.js';

/** For the rounding of the arithmetic. */
const NOISE_TOLERANCE = 1.001;

/** What the buckets of a variable come to from the start of the run to an hour. */
interface BucketSum {
  endHours: number;
  values: Float64Array;
  /** By how much the packing of each bucket may have changed it, added up. */
  noise: number;
}

type Sum = Omit<BucketSum, 'values'> & { values?: Float64Array };
const NOTHING: Sum = { endHours: 0, noise: 0 };
/** No bucket begins there. */
const GAP: Sum = { endHours: NaN, noise: 0 };

/** Compares what a source's buckets add up to with its own total of the run, for variables with `checkRunTotal`. */
export class RunTotals {
  /** Of the buckets that are over; undefined where one of them is not there. */
  private readonly finished = new Map<VariableName, BucketSum | undefined>();
  private readonly latest = new Map<VariableName, DecodedRecord>();
  private readonly totals = new Map<VariableName, DecodedRecord>();

  /** Takes note of a record, in the order of their steps; totals whenever they come. */
  note(decoded: DecodedRecord): void {
    const { source, isRunTotal } = decoded.record;
    if (!source.checkRunTotal) return;
    if (isRunTotal) {
      this.totals.set(source.variable, decoded);
      return;
    }
    const earlier = this.latest.get(source.variable);
    if (earlier && startOf(earlier) !== startOf(decoded))
      this.finished.set(source.variable, this.sumWith(earlier));
    this.latest.set(source.variable, decoded);
  }

  /** One sentence for each variable whose total is not what its buckets add up to. */
  differences(): string[] {
    return [...this.totals.values()].flatMap((total) => this.difference(total) ?? []);
  }

  private difference({ record, values, quantisation }: DecodedRecord): string | undefined {
    const { variable } = record.source;
    const latest = this.latest.get(variable);
    const sum = latest && this.sumWith(latest);
    if (sum?.endHours !== record.forecast.stepHours) return undefined;
    const tolerance = NOISE_TOLERANCE * (sum.noise + quantisation.quantum / 2);
    let largest = 0;
    let cells = 0;
    for (let i = 0; i < values.length; i++) {
      const difference = Math.abs(sum.values[i] - values[i]);
      if (!(difference > tolerance)) continue;
      cells++;
      largest = Math.max(largest, difference);
    }
    if (cells === 0) return undefined;
    const { unit } = VARIABLES[variable];
    const share = `${cells} of ${values.length} cells`;
    return `The source's ${variable} up to ${stepLabel(sum.endHours)} differs from its total of the run by up to ${largest.toPrecision(3)} ${unit} in ${share}; the parts were taken.`;
  }

  /** The finished buckets and a further one; undefined where they leave a gap. */
  private sumWith(bucket: DecodedRecord): BucketSum | undefined {
    const { record, values, quantisation } = bucket;
    const { variable } = record.source;
    const {
      endHours,
      values: sums,
      noise,
    } = this.finished.has(variable) ? (this.finished.get(variable) ?? GAP) : NOTHING;
    if (endHours !== startOf(bucket)) return undefined;
    return {
      endHours: record.forecast.stepHours,
      values: sums ? values.map((value, i) => value + sums[i]) : values,
      noise: noise + quantisation.quantum / 2,
    };
  }
}

function startOf({ record: { forecast } }: DecodedRecord): number {
  return forecast.kind === 'instant' ? NaN : forecast.startHours;
}
