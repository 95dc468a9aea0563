import {
  type GribField,
  GribNotSupportedError,
  type Product,
  loadPacking,
  readFields,
} from '../../weather/grib/index.js';
import type { StoreGrid } from '../../store/format/index.js';
import { type RecordBytes } from '../download/download.js';
import type { MessageForm } from '../../weather/models/index.js';
import { type Forecast } from '../plan/forecast-text.js';
import { decompress } from './decompress.js';
import { keptGrid } from './thinning.js';
import { IngestError } from '../ingest-error.js';
import { isRequired, type PlannedRecord } from '../plan/run-plan.js';
import { runLabel } from '../request/run-time.js';
import { boundsOfRecord, dropOutside, type OutsideValues } from './plausibility.js';
import { requireLatitudeLongitude, sameGrid, toStoreGrid } from './store-grid.js';

/** The grid of a run, and the record that it was first found in. */
export interface RunGrid {
  grid: StoreGrid;
  label: string;
  /** The grid that is stored: the same, or a coarser one. */
  kept: StoreGrid;
}

export interface DecodedRecord {
  record: PlannedRecord;
  /** Rows from north to south, each from west to east; NaN where missing. */
  values: Float64Array;
  /** The lattice that the values lie on; see Plane.quantisation. */
  quantisation: { reference: number; quantum: number };
}

/** The packed numbers of a record: its values are reference + number × quantum. */
export interface NumbersOfRecord {
  /** In the order of the values; NaN where missing. */
  numbers: Float64Array;
  quantisation: DecodedRecord['quantisation'];
}

interface FoundField {
  field: GribField;
  /** See MessageForm. */
  factor: number;
}

/** Why a field is not the requested one. */
interface Mismatch {
  what: string;
  /** Whether it is another quantity or level, and not that of another run, hour or member. */
  isOfAnother?: true;
}

const FLAGS: DecodedRecord['quantisation'] = { reference: 0, quantum: 1 };

/**
 * Decodes the messages of one run. Rejects messages of another run, another record or another grid. Values that cannot
 * be on Earth are missing.
 */
export class StepDecoder {
  private readonly outside = new Map<PlannedRecord, number>();

  /** @param runGrid defaults to the grid of the first record */
  constructor(
    private readonly run: Date,
    private runGrid?: Pick<RunGrid, 'grid' | 'label'>,
  ) {}

  /**
   * Returns the grid of a record without decoding its values.
   * @param degrees spacing of the stored grid points
   * @throws IngestError as `decode` does
   */
  async gridOf({ record, bytes }: RecordBytes, degrees: number): Promise<RunGrid> {
    const { field } = await this.findField(record, bytes);
    return attempt(record, () => {
      const grid = toStoreGrid(requireLatitudeLongitude(field.grid));
      return { grid, label: record.label, kept: keptGrid(grid, degrees) };
    });
  }

  /**
   * @param room an array with one entry for each grid point that may be used for the values, instead of a new one
   * @throws IngestError: Malformed-, Unsupported- or ForeignMessageError, RecordUnknownError, GridMismatchError,
   * ImplausibleValuesError
   */
  async decode(downloaded: RecordBytes, room?: Float64Array): Promise<DecodedRecord> {
    const { record } = downloaded;
    const { field, factor, grid, quantisation } = await this.open(downloaded);
    const { isAnyOf } = record.pattern;
    return attempt(record, () => {
      const values = grid.toNorthWestOrder(field.decode(room));
      if (!isAnyOf && factor !== 1) for (let i = 0; i < values.length; i++) values[i] *= factor;
      const bounds = boundsOfRecord(record);
      if (bounds) this.noteOutside(record, dropOutside(values, bounds, record.label));
      if (isAnyOf) toFlags(values, isAnyOf);
      return { record, values, quantisation };
    });
  }

  /** Like `decode`, but returns the packed numbers instead of the values. They may be outside of the bounds. */
  async decodeNumbers(downloaded: RecordBytes, room?: Float64Array): Promise<NumbersOfRecord> {
    const { record } = downloaded;
    if (record.pattern.isAnyOf) {
      const { values: numbers, quantisation } = await this.decode(downloaded, room);
      return { numbers, quantisation };
    }
    const { field, grid, quantisation } = await this.open(downloaded);
    return attempt(record, () => ({
      numbers: grid.toNorthWestOrder(field.decodeNumbers(room)),
      quantisation,
    }));
  }

  /** The values that are missing because they cannot be on Earth. */
  outsideValues(): OutsideValues[] {
    return [...this.outside].map(([{ source, forecast }, count]) => {
      return { variable: source.variable, stepHours: forecast.stepHours, count };
    });
  }

  /** Notes values of a record that were outside of the physical bounds. */
  noteOutside(record: PlannedRecord, count: number): void {
    if (count > 0) this.outside.set(record, count);
  }

  /** Finds the field and checks that it can be decoded. */
  private async open({ record, bytes }: RecordBytes) {
    const { field, factor } = await this.findField(record, bytes);
    await loadPacking(field);
    return attempt(record, () => {
      const grid = requireLatitudeLongitude(field.grid);
      this.requireRunGrid(toStoreGrid(grid), record.label);
      const { template, referenceValue, quantum, bitsPerValue } = field.packing;
      if (record.pattern.isAnyOf) return { field, factor, grid, quantisation: FLAGS };
      // Without bits there is only the reference, no lattice. In templates 5.2 and 5.3 the groups still have bits.
      const isConstant = bitsPerValue === 0 && template !== 2 && template !== 3;
      const quantisation = { reference: referenceValue * factor, quantum: isConstant ? 0 : quantum * factor };
      return { field, factor, grid, quantisation };
    });
  }

  /** Finds the requested field: a message may hold several, such as both wind components. */
  private async findField(record: PlannedRecord, bytes: Uint8Array): Promise<FoundField> {
    const { compression } = record;
    const message = compression ? await decompress(bytes, compression, record.label) : bytes;
    const fields = attempt(record, () => readFields(message));
    const mismatches: Mismatch[] = [];
    for (const field of fields) {
      const found = attempt(record, () => this.matchOf(field, record));
      if (!('what' in found)) return { field, factor: found.factor ?? 1 };
      mismatches.push(found);
    }
    // What no run needs may change. A message of another run or member shows that the whole file is the wrong one.
    const isUnknown =
      !isRequired(record) && !record.member && mismatches.every(({ isOfAnother }) => isOfAnother);
    throw new IngestError(
      isUnknown ? 'RecordUnknownError' : 'ForeignMessageError',
      `${record.label}: the message is another one: ${mismatches.map(({ what }) => what).join('; ')}`,
    );
  }

  /** Returns the form in which a field matches the record, or why it does not. */
  private matchOf(field: GribField, { pattern, forecast, member }: PlannedRecord): MessageForm | Mismatch {
    const { product, discipline } = field;
    if (field.referenceTime.getTime() !== this.run.getTime())
      return { what: `run ${runLabel(field.referenceTime)}` };
    const parameter = [discipline, product.parameterCategory, product.parameterNumber].join('.');
    const forms = pattern.messages.filter((form) => parameterOf(form) === parameter);
    if (forms.length === 0) {
      const expected = [...new Set(pattern.messages.map(parameterOf))].join(' or ');
      return { what: `parameter ${parameter}, not ${expected} (${pattern.parameter})`, isOfAnother: true };
    }
    if (member && product.member !== member.number)
      return { what: `${describeMember(product.member)}, not ${describeMember(member.number)}` };
    const { type, value } = product.level;
    const form = forms.find(
      ({ levelType, levelValue = value }) => type === levelType && value === levelValue,
    );
    if (!form) return { what: `level of type ${type} at ${value}, not ${pattern.level}`, isOfAnother: true };
    if (!endsAt(product, forecast.stepHours) || !isOfSpan(product.stepStartHours, forecast)) {
      const hours = [product.stepStartHours, product.stepHours].filter((hour) => hour !== undefined);
      return { what: `hour ${hours.join('-')}` };
    }
    const process = { instant: undefined, average: 0, accumulation: 1, maximum: 2 }[forecast.kind];
    return product.statisticalProcess === process
      ? form
      : { what: `statistical process ${product.statisticalProcess}` };
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

/**
 * Tools that move a run to another day, such as `grib_set`, may leave the end time of a span unchanged: then the span's
 * length decides.
 */
function endsAt(
  { stepHours, stepStartHours = NaN, spanHours = NaN }: Product,
  expectedHours: number,
): boolean {
  return stepHours === expectedHours || stepStartHours + spanHours === expectedHours;
}

/** Also accepts a maximum over only the end of a span, for sources that have no other. */
function isOfSpan(startHours: number | undefined, forecast: Forecast): boolean {
  if (forecast.kind === 'instant' || startHours === undefined)
    return forecast.kind === 'instant' && startHours === undefined;
  return (
    startHours === forecast.startHours || (forecast.kind === 'maximum' && startHours > forecast.startHours)
  );
}

function describeMember(number: number | undefined): string {
  return number === undefined ? 'no member' : `member ${number}`;
}

function parameterOf({ discipline, parameterCategory, parameterNumber }: MessageForm): string {
  return [discipline, parameterCategory, parameterNumber].join('.');
}

/**
 * Turns codes into 1 or 0, in place. Missing values stay missing. Rounds, because a packing's steps may miss whole
 * numbers.
 */
function toFlags(codes: Float64Array, isAnyOf: readonly number[]): void {
  for (let i = 0; i < codes.length; i++)
    if (!Number.isNaN(codes[i])) codes[i] = isAnyOf.includes(Math.round(codes[i])) ? 1 : 0;
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
