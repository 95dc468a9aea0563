import { STATISTIC_OF } from '../../../src/weather/models/derivations.js';
import { type Model, type RecordPattern, type SourceRecord } from '../../../src/weather/models/model.js';
import { type VariableName } from '../../../src/weather/meteo/variables.js';
import { BenchFields } from './bench-fields.js';
import { type WrittenField, type WrittenSpan } from './message-writer.js';
import { columnsRoundTheGlobe, type MirrorLayout } from './mirror-layout.js';

/** Offset between members, so that no two have the same weather. */
const COLUMNS_BETWEEN_MEMBERS = 4;

/** One record of a step, and its time span. */
export interface MirrorRecord {
  pattern: RecordPattern;
  isStatic: boolean;
  span: WrittenSpan | undefined;
  values: Float64Array;
}

/** The records of each step of a model's source, derived from the benchmark's fields. Request steps in order. */
export class MirrorFields {
  private readonly fields: BenchFields;
  /** Accumulations of the current bucket. */
  private readonly amounts = new Map<VariableName, { values: Float64Array; untilHours: number }>();
  private beforeHours = 0;

  constructor(
    folder: string,
    private readonly model: Pick<Model, 'records'>,
    private readonly layout: MirrorLayout,
  ) {
    const columns = columnsRoundTheGlobe(layout);
    this.fields = new BenchFields(folder, columns, columns / 2 + 1);
  }

  /** Advances the accumulations over a step whose records aren't needed. */
  skip(stepHours: number): void {
    for (const record of this.model.records) {
      const [pattern] = record.alternatives;
      if (pattern.derivation === 'accumulated' && stepHours > 0) this.amountOf(record.variable, stepHours);
    }
    this.beforeHours = stepHours;
  }

  /** Returns one record per name in the inventory. */
  at(stepHours: number): MirrorRecord[] {
    const records = new Map<string, MirrorRecord>();
    for (const record of this.model.records) {
      const pattern = patternAt(record, stepHours);
      if (!pattern) continue;
      const name = `${pattern.parameter}:${pattern.level}`;
      if (records.has(name)) continue;
      const values = this.valuesOf(record, pattern, stepHours);
      const isStatic = record.static ?? false;
      records.set(name, { pattern, isStatic, span: this.spanOf(pattern, stepHours), values });
    }
    this.beforeHours = stepHours;
    return [...records.values()];
  }

  /** Cuts a member's values from global ones, which may start at another longitude than the layout's grid. */
  forGrid(values: Float64Array, member = 0): Float64Array {
    const { grid } = this.layout;
    const { ni, nj } = this.fields;
    if (member === 0 && grid.ni === ni && grid.west === 0) return values;
    const firstRow = (nj - grid.nj) / 2;
    const firstColumn = (grid.ni === ni ? (ni * grid.west) / 360 : 0) + member * COLUMNS_BETWEEN_MEMBERS;
    const cut = new Float64Array(grid.ni * grid.nj);
    for (let y = 0, i = 0; y < grid.nj; y++)
      for (let x = 0; x < grid.ni; x++) cut[i++] = values[(firstRow + y) * ni + ((firstColumn + x) % ni)];
    return cut;
  }

  packingOf({ pattern }: MirrorRecord): WrittenField['packing'] {
    const record = this.model.records.find(({ alternatives }) => alternatives.includes(pattern))!;
    const { ccsdsBits } = this.layout;
    if (ccsdsBits === undefined) return { kind: 'second-order', ...this.fields.precision(record.variable) };
    const kind = pattern.derivation === 'accumulated' ? 'amounts' : 'others';
    return { kind: 'ccsds', bits: ccsdsBits[record.variable === 'cloudCover' ? 'cloud' : kind] };
  }

  private valuesOf(
    { variable, static: isStatic = false }: SourceRecord,
    pattern: RecordPattern,
    stepHours: number,
  ): Float64Array {
    if (pattern.isAnyOf) return this.codes(pattern.parameter, stepHours);
    const { factor = 1 } = pattern.messages[0];
    if (STATISTIC_OF[pattern.derivation] === 'amount')
      return this.amountOf(variable, stepHours).map((amount) => amount / factor);
    const values = this.fields.at(variable, stepHours, isStatic);
    return factor === 1 ? values : values.map((value) => value / factor);
  }

  /** Returns the code of the first weather type present at each point; 0 if there is none. */
  private codes(parameter: string, stepHours: number): Float64Array {
    const codes = new Float64Array(this.fields.ni * this.fields.nj);
    for (const { variable, alternatives } of this.model.records) {
      const [{ parameter: of, isAnyOf }] = alternatives;
      if (of !== parameter) continue;
      const flags = this.fields.at(variable, stepHours, false);
      for (let i = 0; i < codes.length; i++) if (codes[i] === 0 && flags[i] === 1) codes[i] = isAnyOf![0];
    }
    return codes;
  }

  private amountOf(variable: VariableName, stepHours: number): Float64Array {
    const startHours = this.bucketStart(stepHours);
    const kept = this.amounts.get(variable);
    const before =
      kept && kept.untilHours > startHours ? kept : { values: undefined, untilHours: startHours };
    const hours = stepHours - before.untilHours;
    const amount = this.hourly(variable, stepHours).map(
      (rate, i) => (before.values?.[i] ?? 0) + rate * hours,
    );
    this.amounts.set(variable, { values: amount, untilHours: stepHours });
    return amount;
  }

  /** Returns an hour's amount of all precipitation, or of the frozen part of it. */
  private hourly(variable: VariableName, stepHours: number): Float64Array {
    const precipitation = this.fields.at('precipitation', stepHours, false);
    if (variable === 'precipitation') return precipitation;
    const percent = this.fields.at(variable, stepHours, false);
    return precipitation.map((rate, i) => (rate * Math.max(percent[i], 0)) / 100);
  }

  private spanOf({ derivation, spanSince }: RecordPattern, stepHours: number): WrittenSpan | undefined {
    if (derivation === 'instant') return undefined;
    if (derivation === 'maximum' && spanSince === 'step')
      return { startHours: this.beforeHours, process: 'maximum' };
    return {
      startHours: this.bucketStart(stepHours),
      process: derivation === 'accumulated' ? 'accumulation' : 'average',
    };
  }

  private bucketStart(stepHours: number): number {
    const { bucketHours } = this.layout;
    return Number.isFinite(bucketHours) ? Math.floor((stepHours - 1) / bucketHours) * bucketHours : 0;
  }
}

/** Returns the pattern of a record at a step; at step 0 there are only instants. */
function patternAt(record: SourceRecord, stepHours: number): RecordPattern | undefined {
  if (stepHours === 0)
    return record.atStepZero === 'absent'
      ? undefined
      : record.alternatives.find(({ derivation }) => derivation === 'instant');
  return record.static ? undefined : record.alternatives[0];
}
