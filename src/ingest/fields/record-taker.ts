import { type Bounds, VARIABLES, type Variable, type VariableName } from '../../weather/meteo/index.js';
import {
  codeRange,
  MISSING_CODE,
  type Quantisation,
  quantise,
  quantiseFinely,
  writeCodes,
  writeSplitCodes,
} from '../../store/format/index.js';
import type { FilledPlane } from '../../store/write/index.js';
import { type RecordBytes } from '../download/download.js';
import { EnsembleTaker } from './ensemble-taker.js';
import { ShareDeriver } from './share-deriver.js';
import { isTakenAsItIs, SpanDeriver } from './span-deriver.js';
import { type DecodedRecord, type RunGrid, StepDecoder } from './step-decoder.js';
import { boundsOfRecord, dropOutsideCodes, type OutsideValues, requirePlausible } from './plausibility.js';
import { Thinning } from './thinning.js';

/** Impossible values found in a run. */
export interface Findings {
  outside: OutsideValues[];
  /** Sentences. */
  implausible: string[];
  differences: string[];
}

interface CodesOfPlane {
  quantisation: Quantisation;
  remainder?: Quantisation;
}

/** Turns a run's records into planes of codes. Records of one variable must come in step order. */
export class RecordTaker {
  private readonly decoder: StepDecoder;
  private readonly deriver = new SpanDeriver();
  private readonly shares = new Map<VariableName, ShareDeriver>();
  private readonly thinning: Thinning | undefined;
  private ensemble: EnsembleTaker | undefined;

  /** Buffer for the values of the next record. Most values are no longer needed once they are encoded. */
  private room: Float64Array;

  constructor(
    private readonly run: Date,
    private readonly runGrid: RunGrid,
  ) {
    const { grid, kept } = runGrid;
    this.room = new Float64Array(grid.ni * grid.nj);
    this.decoder = new StepDecoder(run, runGrid);
    this.thinning = Thinning.between(grid, kept);
  }

  /**
   * @param codes receives one code for each cell, rows from north to south
   * @param remainders receives the codes of the variable's remainder, if it may have one
   * @throws IngestError as StepDecoder does
   */
  async take(
    downloaded: RecordBytes,
    codes: SharedArrayBuffer,
    remainders?: SharedArrayBuffer,
  ): Promise<FilledPlane> {
    const target = new Uint16Array(codes);
    const plane = await this.fill(downloaded, target, remainders && new Uint16Array(remainders));
    const { reference, scale } = plane.quantisation;
    requirePlausible(plane.variable, downloaded.record.label, target.length, (cell) =>
      target[cell] === MISSING_CODE ? NaN : reference + scale * target[cell],
    );
    return plane;
  }

  private get members(): EnsembleTaker {
    return (this.ensemble ??= new EnsembleTaker(this.run, this.runGrid));
  }

  private async fill(
    downloaded: RecordBytes,
    target: Uint16Array,
    rest: Uint16Array | undefined,
  ): Promise<FilledPlane> {
    const { record } = downloaded;
    if (record.whole) return this.fillShare(downloaded, target);
    if (isTakenAsItIs(record)) {
      // A record that is refused has no part in the spans of the others.
      const codes = await this.codesOf(downloaded, target, rest);
      return { ...this.deriver.identify(record), ...codes };
    }
    const decoded = await this.decode(downloaded, this.room);
    this.deriver.totals.note(decoded);
    const { values, quantisation, ...plane } = this.deriver.derive(decoded);
    if (!this.thinning) this.room = this.deriver.released ?? new Float64Array(this.room.length);
    const fine = this.isAveraged(record) && rest ? quantiseFinely(values, target, rest) : undefined;
    return { ...plane, ...(fine ?? { quantisation: quantise(values, quantisation, target) }) };
  }

  private async fillShare(
    { record, bytes, wholeBytes }: RecordBytes,
    target: Uint16Array,
  ): Promise<FilledPlane> {
    const { variable } = record.source;
    const shares = this.shares.get(variable) ?? new ShareDeriver();
    this.shares.set(variable, shares);
    const part = await this.decode({ record, bytes }, undefined);
    const whole = await this.decode({ record: record.whole!, bytes: wholeBytes! }, undefined);
    const { values, quantisation } = shares.derive(part, whole);
    return { ...this.deriver.identify(record), quantisation: quantise(values, quantisation, target) };
  }

  /** Notes a record that doesn't become a plane. @throws IngestError as StepDecoder does */
  async note(downloaded: RecordBytes): Promise<void> {
    const { totals } = this.deriver;
    const room = this.thinning ? this.room : totals.roomFor(downloaded.record.source.variable);
    totals.note(await this.decode(downloaded, room));
  }

  /** Decodes a record onto the stored grid. Without thinning, its values are those of `room`. */
  private async decode(downloaded: RecordBytes, room: Float64Array | undefined): Promise<DecodedRecord> {
    const decoded = await this.decoder.decode(downloaded, room);
    if (!this.thinning) return decoded;
    const { values, record } = decoded;
    return {
      ...decoded,
      values: this.isAveraged(record) ? this.thinning.average(values) : this.thinning.sample(values),
    };
  }

  /** Whether a record's values are means over cells of the stored grid. */
  private isAveraged({ source }: DecodedRecord['record']): boolean {
    const { isAmount }: Variable = VARIABLES[source.variable];
    return this.thinning !== undefined && isAmount === true;
  }

  /** Encodes a record without computing its values if possible: most packed numbers can be stored as codes directly. */
  private async codesOf(
    downloaded: RecordBytes,
    codes: Uint16Array,
    remainders: Uint16Array | undefined,
  ): Promise<CodesOfPlane> {
    const { record } = downloaded;
    const { numbers, quantisation } = await this.decoder.decodeNumbers(downloaded, this.room);
    const bounds = boundsOfRecord(record);
    const kept = this.thinning?.sample(numbers) ?? numbers;
    const written = writeLattice(kept, quantisation, bounds, codes, remainders);
    if (!written) {
      const { values } = await this.decode(downloaded, this.room);
      return { quantisation: quantise(values, quantisation, codes) };
    }
    const { areBelieved, ...meaning } = written;
    if (bounds && !areBelieved) {
      const rest = meaning.remainder && remainders;
      const outside = dropOutsideCodes(codes, rest, meaning.quantisation, bounds, record.label);
      this.decoder.noteOutside(record, outside);
    }
    return meaning;
  }

  /** Takes a record of a member. @throws IngestError as StepDecoder does */
  takeMember(downloaded: RecordBytes): Promise<void> {
    return this.members.take(downloaded);
  }

  /** Writes the codes of one plane computed from the members at a step, once the last of them is taken. */
  reduce(variable: VariableName, stepHours: number, codes: SharedArrayBuffer): FilledPlane {
    return this.members.fill(variable, stepHours, new Uint16Array(codes));
  }

  findings(): Findings {
    return {
      outside: [
        ...this.decoder.outsideValues(),
        ...this.deriver.outside,
        ...(this.ensemble?.outsideValues() ?? []),
      ],
      implausible: [...this.deriver.implausibilities(), ...(this.ensemble?.implausibilities() ?? [])],
      differences: this.deriver.totals.differences(),
    };
  }
}

/**
 * Writes the numbers of a lattice as codes; undefined if they don't fit, or there is no lattice.
 * @returns what the codes mean, and whether all are known to be within the bounds
 */
function writeLattice(
  numbers: Float64Array,
  lattice: DecodedRecord['quantisation'],
  bounds: Bounds | undefined,
  codes: Uint16Array,
  remainders: Uint16Array | undefined,
): (CodesOfPlane & { areBelieved: boolean }) | undefined {
  const { reference, quantum } = lattice;
  if (!(quantum > 0)) return undefined;
  const quantisation = { reference, scale: quantum };
  const areBelieved = writeCodes(numbers, codes, bounds && codeRange(bounds, quantisation));
  if (areBelieved !== undefined) return { quantisation, areBelieved };
  const split = remainders && writeSplitCodes(numbers, lattice, codes, remainders);
  return split && { ...split, areBelieved: false };
}
