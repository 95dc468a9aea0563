import { quantise, type Quantisation, writeCodes, writeSplitCodes } from '../../model-store/quantise.js';
import { type FilledPlane } from '../../model-store/run-writer.js';
import { type RecordBytes } from '../download.js';
import { isTakenAsItIs, SpanDeriver } from '../span-deriver.js';
import { type RunGrid, StepDecoder } from '../step-decoder.js';

/** What the values of a run had that cannot be: sentences by the code of their warning. */
export type Findings = Record<'implausible_values' | 'total_differs', string[]>;

/** Turns records of a run into planes of codes. Records of one variable come in the order of their steps. */
export class RecordTaker {
  private readonly decoder: StepDecoder;
  private readonly deriver = new SpanDeriver();

  /** For the values of the next record. Most are needed no longer once they are codes. */
  private room: Float64Array;

  constructor(run: Date, grid: RunGrid) {
    this.room = new Float64Array(grid.grid.ni * grid.grid.nj);
    this.decoder = new StepDecoder(run, grid);
  }

  /**
   * @param codes receives one code for each cell, rows from north to south
   * @param remainders receives those of the variable's remainder, if it may have one
   * @throws IngestError as StepDecoder does
   */
  async take(
    downloaded: RecordBytes,
    codes: SharedArrayBuffer,
    remainders?: SharedArrayBuffer,
  ): Promise<FilledPlane> {
    const { record } = downloaded;
    const target = new Uint16Array(codes);
    if (isTakenAsItIs(record))
      return {
        ...this.deriver.identify(record),
        ...(await this.codesOf(downloaded, target, remainders && new Uint16Array(remainders))),
      };
    const decoded = await this.decoder.decode(downloaded, this.room);
    this.deriver.totals.note(decoded);
    const { values, quantisation, ...plane } = this.deriver.derive(decoded);
    this.room = this.deriver.released ?? new Float64Array(this.room.length);
    return { ...plane, quantisation: quantise(values, quantisation, target) };
  }

  /** Takes note of a record that becomes no plane. @throws IngestError as StepDecoder does */
  async note(downloaded: RecordBytes): Promise<void> {
    const { totals } = this.deriver;
    totals.note(await this.decoder.decode(downloaded, totals.roomFor(downloaded.record.source.variable)));
  }

  /** Most numbers of the source are codes as they are. */
  private async codesOf(
    downloaded: RecordBytes,
    codes: Uint16Array,
    remainders: Uint16Array | undefined,
  ): Promise<{ quantisation: Quantisation; remainder?: Quantisation }> {
    const { numbers, quantisation } = await this.decoder.decodeNumbers(downloaded, this.room);
    const { reference, quantum } = quantisation;
    if (quantum > 0 && writeCodes(numbers, codes)) return { quantisation: { reference, scale: quantum } };
    const split = quantum > 0 && remainders && writeSplitCodes(numbers, quantisation, codes, remainders);
    if (split) return { quantisation: split.plane, remainder: split.remainder };
    const { values } = await this.decoder.decode(downloaded, this.room);
    return { quantisation: quantise(values, quantisation, codes) };
  }

  findings(): Findings {
    return {
      implausible_values: this.deriver.implausibilities(),
      total_differs: this.deriver.totals.differences(),
    };
  }
}
