import { quantise } from '../../model-store/quantise.js';
import { type FilledPlane } from '../../model-store/run-writer.js';
import { type DownloadedRecord } from '../download.js';
import { SpanDeriver } from '../span-deriver.js';
import { type RunGrid, StepDecoder } from '../step-decoder.js';

/** A record and its bytes. */
export type RecordBytes = Pick<DownloadedRecord, 'record' | 'bytes'>;

/** What the values of a run had that cannot be: sentences by the code of their warning. */
export type Findings = Record<'implausible_values' | 'total_differs', string[]>;

/** Turns records of a run into planes of codes. Records of one variable come in the order of their steps. */
export class RecordTaker {
  private readonly decoder: StepDecoder;
  private readonly deriver = new SpanDeriver();

  /** For values that are needed no longer once they are codes; later steps look back at those of a span. */
  private readonly scratch: Float64Array;

  constructor(run: Date, grid: RunGrid) {
    this.scratch = new Float64Array(grid.grid.ni * grid.grid.nj);
    this.decoder = new StepDecoder(run, grid);
  }

  /**
   * @param codes receives one code for each cell, rows from north to south
   * @throws IngestError as StepDecoder does
   */
  async take(downloaded: RecordBytes, codes: SharedArrayBuffer): Promise<FilledPlane> {
    const isInstant = downloaded.record.forecast.kind === 'instant';
    const decoded = await this.decoder.decode(downloaded, isInstant ? this.scratch : undefined);
    this.deriver.totals.note(decoded);
    const { values, quantisation, ...plane } = this.deriver.derive(decoded);
    return { ...plane, quantisation: quantise(values, quantisation, new Uint16Array(codes)) };
  }

  /** Takes note of a record that becomes no plane. @throws IngestError as StepDecoder does */
  async note(downloaded: RecordBytes): Promise<void> {
    this.deriver.totals.note(await this.decoder.decode(downloaded));
  }

  findings(): Findings {
    return {
      implausible_values: this.deriver.implausibilities(),
      total_differs: this.deriver.totals.differences(),
    };
  }
}
