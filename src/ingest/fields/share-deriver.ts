import type { Plane } from '../../store/format/index.js';
import type { VariableName } from '../../weather/meteo/index.js';
import { SpanDeriver } from './span-deriver.js';
import { type DecodedRecord } from './step-decoder.js';

/** Amounts are split as if they were this variable, whatever variable the share becomes. */
const AMOUNT: VariableName = 'precipitation';

/** Precision of stored percentages. */
const QUANTUM_PERCENT = 0.1;

/** Derives the amounts of one record as percentages of those of another, over the same spans. */
export class ShareDeriver {
  private readonly parts = new SpanDeriver();
  private readonly wholes = new SpanDeriver();

  /** Returns percentages from 0 to 100; NaN where the other amount is 0 or either is missing. */
  derive(part: DecodedRecord, whole: DecodedRecord): Pick<Plane, 'values' | 'quantisation'> {
    const { values: parts } = this.parts.derive(asAmount(part));
    const { values: wholes } = this.wholes.derive(asAmount(whole));
    const values = parts.map((value, i) =>
      wholes[i] > 0 ? Math.min(Math.max((100 * value) / wholes[i], 0), 100) : NaN,
    );
    return { values, quantisation: { reference: 0, quantum: QUANTUM_PERCENT } };
  }
}

function asAmount(decoded: DecodedRecord): DecodedRecord {
  const { record } = decoded;
  const pattern = { ...record.pattern, percentOf: undefined };
  return { ...decoded, record: { ...record, pattern, source: { ...record.source, variable: AMOUNT } } };
}
