import { GribNotSupportedError } from '../../grib/grib-not-supported-error.js';
import { loadPacking } from '../../grib/load-packing.js';
import { readFields, type GribField } from '../../grib/message.js';
import { type StoreGrid } from '../../model-store/format/run-manifest.js';
import { type RecordBytes } from '../download/download.js';
import { keptGrid } from './thinning.js';
import { IngestError } from '../ingest-error.js';
import { type PlannedRecord } from '../plan/run-plan.js';
import { runLabel } from '../request/run-time.js';
import { requireLatitudeLongitude, sameGrid, toStoreGrid } from './store-grid.js';

/** The grid of a run, and the record that it was first found in. */
export interface RunGrid {
  grid: StoreGrid;
  label: string;
  /** What is kept of it. */
  kept: StoreGrid;
}

export interface DecodedRecord {
  record: PlannedRecord;
  /** Rows from north to south, each from west to east; NaN where missing. */
  values: Float64Array;
  /** The lattice that the values lie on; see Plane.quantisation. */
  quantisation: { reference: number; quantum: number };
}

/** The numbers of a record: its values are reference + number × quantum. */
export interface NumbersOfRecord {
  /** In the order of values; NaN where missing. */
  numbers: Float64Array;
  quantisation: DecodedRecord['quantisation'];
}

/** Decodes the messages of one run, and refuses what is not of that run, not what was asked for, or on another grid. */
export class StepDecoder {
  /** @param runGrid that of the first record when undefined */
  constructor(
    private readonly run: Date,
    private runGrid?: Pick<RunGrid, 'grid' | 'label'>,
  ) {}

  /**
   * The grid of a record, without its values.
   * @param degrees between the points that are kept of it
   * @throws IngestError as `decode` does
   */
  gridOf({ record, bytes }: RecordBytes, degrees: number): RunGrid {
    const field = this.findField(record, bytes);
    return attempt(record, () => {
      const grid = toStoreGrid(requireLatitudeLongitude(field.grid));
      return { grid, label: record.label, kept: keptGrid(grid, degrees) };
    });
  }

  /**
   * @param room an array of one entry for each grid point that may hold the values, instead of a new one
   * @throws IngestError: Malformed-, Unsupported- or ForeignMessageError, GridMismatchError
   */
  async decode(downloaded: RecordBytes, room?: Float64Array): Promise<DecodedRecord> {
    const { record } = downloaded;
    const { field, grid, quantisation } = await this.open(downloaded);
    return attempt(record, () => {
      const values = grid.toNorthWestOrder(field.decode(room));
      const { factor = 1 } = record.source;
      if (factor !== 1) for (let i = 0; i < values.length; i++) values[i] *= factor;
      return { record, values, quantisation };
    });
  }

  /** As `decode`, with the numbers that the lattice is multiplied with in place of the values. */
  async decodeNumbers(downloaded: RecordBytes, room?: Float64Array): Promise<NumbersOfRecord> {
    const { field, grid, quantisation } = await this.open(downloaded);
    return attempt(downloaded.record, () => ({
      numbers: grid.toNorthWestOrder(field.decodeNumbers(room)),
      quantisation,
    }));
  }

  /** Finds the field, and makes sure that it can be decoded. */
  private async open({ record, bytes }: RecordBytes) {
    const field = this.findField(record, bytes);
    await loadPacking(field);
    return attempt(record, () => {
      const grid = requireLatitudeLongitude(field.grid);
      this.requireRunGrid(toStoreGrid(grid), record.label);
      const { template, referenceValue, quantum, bitsPerValue } = field.packing;
      const { factor = 1 } = record.source;
      // Without bits there is the reference alone, no lattice. In templates 5.2 and 5.3 the groups still have bits.
      const isConstant = bitsPerValue === 0 && template !== 2 && template !== 3;
      const quantisation = { reference: referenceValue * factor, quantum: isConstant ? 0 : quantum * factor };
      return { field, grid, quantisation };
    });
  }

  /** The field that was asked for: a message may hold several, such as both components of the wind. */
  private findField(record: PlannedRecord, bytes: Uint8Array): GribField {
    const fields = attempt(record, () => readFields(bytes));
    const mismatches: string[] = [];
    for (const field of fields) {
      const mismatch = attempt(record, () => this.mismatchOf(field, record));
      if (mismatch === undefined) return field;
      mismatches.push(mismatch);
    }
    const found = mismatches.join('; ') || 'there is no field in it';
    throw new IngestError('ForeignMessageError', `${record.label}: the message is another one: ${found}`);
  }

  /** How a field differs from what was asked for; undefined when it does not. */
  private mismatchOf(field: GribField, { source, pattern, forecast }: PlannedRecord): string | undefined {
    const { expect } = source;
    const { product, discipline } = field;
    if (field.referenceTime.getTime() !== this.run.getTime()) return `run ${runLabel(field.referenceTime)}`;
    const parameter = [discipline, product.parameterCategory, product.parameterNumber].join('.');
    const expected = [expect.discipline, expect.parameterCategory, expect.parameterNumber].join('.');
    if (parameter !== expected) return `parameter ${parameter}, not ${expected} (${pattern.parameter})`;
    const { type, value } = product.level;
    if (type !== expect.levelType || (expect.levelValue !== undefined && value !== expect.levelValue)) {
      return `level of type ${type} at ${value}, not ${pattern.level}`;
    }
    const start = forecast.kind === 'instant' ? undefined : forecast.startHours;
    if (product.stepHours !== forecast.stepHours || product.stepStartHours !== start) {
      return `hour ${[product.stepStartHours, product.stepHours].filter((hour) => hour !== undefined).join('-')}`;
    }
    const process = { instant: undefined, average: 0, accumulation: 1 }[forecast.kind];
    return product.statisticalProcess === process
      ? undefined
      : `statistical process ${product.statisticalProcess}`;
  }

  private requireRunGrid(grid: StoreGrid, label: string): void {
    this.runGrid ??= { grid, label };
    if (!sameGrid(grid, this.runGrid.grid)) {
      throw new IngestError(
        'GridMismatchError',
        `${label} has the grid ${describe(grid)}, and ${this.runGrid.label} ${describe(this.runGrid.grid)}`,
      );
    }
  }
}

function attempt<T>(record: PlannedRecord, decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    if (cause instanceof IngestError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const name = cause instanceof GribNotSupportedError ? 'UnsupportedMessageError' : 'MalformedMessageError';
    throw new IngestError(name, `${record.label}: ${reason}`, { cause });
  }
}

function describe({ ni, nj, latitudeFirst, longitudeFirst, latitudeIncrement }: StoreGrid): string {
  return `${ni} × ${nj} from ${latitudeFirst}, ${longitudeFirst} by ${latitudeIncrement}°`;
}
