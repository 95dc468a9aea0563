import type { MemberStatistics, VariableName } from '../../weather/meteo/index.js';
import type { Compression, RecordPattern, SourceRecord } from '../../weather/models/index.js';
import { type Forecast } from './forecast-text.js';
import { IngestError } from '../ingest-error.js';
import { filesLabel, type StepInventory } from './inventories.js';
import { matchRecord, matchRunTotal, type MatchedRecord } from './record-matching.js';
import { stepLabel } from '../request/step-list.js';
import { type FileRange } from '../source/byte-ranges.js';

/** A record of a step, and how it is ingested. */
export interface PlannedRecord {
  source: SourceRecord;
  pattern: RecordPattern;
  forecast: Forecast;
  range: FileRange;
  /** Compression of these bytes. */
  compression?: Compression;
  /** `f006 APCP:surface:0-6 hour acc fcst`, for messages. */
  label: string;
  /** Start of the span that an instantaneous record stands for. */
  spanStartHours?: number;
  /** The record that this one is a share of. */
  whole?: PlannedRecord;
  /** Doesn't become a plane of the run: see RunTotals. */
  isRunTotal?: true;
  /** Set for an ensemble: the record doesn't become a plane of the run, but contributes to some. */
  member?: MemberRecord;
}

/** A member's contribution to the statistics at a step. */
export interface MemberRecord {
  name: string;
  /** See Member. */
  number: number;
  statistics: MemberStatistics;
  /** See Ensemble. */
  leastMembers: number;
  /** Whether this is the last record that contributes to these statistics at the step. */
  isLast: boolean;
}

/** A file of a step. */
export interface PlannedStep extends Omit<StepInventory, 'records'> {
  records: PlannedRecord[];
}

export interface RunPlan {
  /** Ascending by step; an ensemble has several files for each step. */
  steps: PlannedStep[];
  /** Optional variables, and the steps where their record is absent. */
  absences: { variable: VariableName; absentSteps: number[] }[];
  /** Members of an ensemble, and the steps where they are missing: all (`isEverywhere`), or some. */
  missingMembers?: { names: string[]; absentSteps: number[]; isEverywhere: boolean }[];
}

/** The hours of a plan's steps, ascending. */
export function plannedHours({ steps }: Pick<RunPlan, 'steps'>): number[] {
  return [...new Set(steps.map(({ stepHours }) => stepHours))];
}

/**
 * Decides which records of a run are ingested. Each variable has one derivation for the whole run, so that all its
 * planes have the same statistic: the one that most steps have, and among equals the preferred one.
 *
 * @param inventories ascending by step
 * @param table every step that the source publishes, ascending, whether or not it is ingested
 * @throws IngestError (RecordMissingError)
 */
export function planRun(
  sources: readonly SourceRecord[],
  inventories: StepInventory[],
  table: readonly number[],
): RunPlan {
  const steps = inventories.map((inventory): PlannedStep => ({ ...inventory, records: [] }));
  const absences: RunPlan['absences'] = [];
  const stepBefore = (step: number) => table[table.indexOf(step) - 1] ?? 0;
  for (const source of sources) {
    const candidates = source.static ? inventories.slice(0, 1) : inventories;
    const patterns = choosePatterns(source, candidates);
    const absentSteps: number[] = [];
    let previous: Forecast | undefined;
    candidates.forEach((inventory, index) => {
      const { stepHours } = inventory;
      const presence = presenceAt(source, patterns[0], stepHours);
      if (presence === 'absent') return;
      const startHours = previous?.stepHours ?? (index > 0 ? candidates[index - 1].stepHours : 0);
      const record = takeFirst(patterns, (pattern) =>
        planRecord(source, pattern, inventory, { stepBefore: stepBefore(stepHours), previous, startHours }),
      );
      previous = record?.forecast ?? previous;
      if (record) steps[index].records.push(record);
      else if (presence === 'required') throw recordMissing(source, inventory);
      else absentSteps.push(stepHours);
    });
    if (source.checkRunTotal) planRunTotal(source, patterns[0], inventories, steps);
    if (absentSteps.length > 0) absences.push({ variable: source.variable, absentSteps });
  }
  return { steps, absences };
}

interface Before {
  /** From the step table. */
  stepBefore: number;
  /** The forecast taken at the step before. */
  previous: Forecast | undefined;
  /** Start of the span that an instantaneous record at its end would stand for. */
  startHours: number;
}

/** Plans the record of a step that matches a pattern; undefined if there is none. */
function planRecord(
  source: SourceRecord,
  pattern: RecordPattern,
  { records, stepHours }: StepInventory,
  { stepBefore, previous, startHours }: Before,
): PlannedRecord | undefined {
  const match = matchRecord(records, pattern, stepHours, previous, stepBefore);
  if (!match) {
    const instant = matchInstead(records, pattern, stepHours);
    return instant && { ...plannedRecord(source, pattern, stepHours, instant), spanStartHours: startHours };
  }
  const planned = plannedRecord(source, pattern, stepHours, match);
  if (!pattern.percentOf) return planned;
  const ofWhole = { ...pattern.percentOf, derivation: pattern.derivation };
  const whole = matchRecord(records, ofWhole, stepHours, previous, stepBefore);
  return whole && { ...planned, whole: plannedRecord(source, ofWhole, stepHours, whole) };
}

/**
 * Finds the record that stands for a span inside a bucket whose mean cannot be split: the instantaneous one at the
 * span's end.
 */
function matchInstead(
  records: StepInventory['records'],
  pattern: RecordPattern,
  stepHours: number,
): MatchedRecord | undefined {
  if (pattern.derivation !== 'held') return undefined;
  return matchRecord(records, { ...pattern, derivation: 'instant' }, stepHours);
}

function planRunTotal(
  source: SourceRecord,
  pattern: RecordPattern,
  inventories: StepInventory[],
  steps: PlannedStep[],
): void {
  const { records, stepHours } = inventories[inventories.length - 1];
  const match = matchRunTotal(records, pattern, stepHours);
  if (!match) return;
  steps[steps.length - 1].records.push({
    ...plannedRecord(source, pattern, stepHours, match),
    isRunTotal: true,
  });
}

/** Returns the alternatives with the derivation chosen for the run, in order of preference. */
function choosePatterns({ alternatives }: SourceRecord, inventories: StepInventory[]): RecordPattern[] {
  // Step 0 decides only if there is no later step: averages are always absent there.
  const later = inventories.filter(({ stepHours }) => stepHours > 0);
  const deciding = later.length > 0 ? later : inventories;
  const ofDerivation = [...new Set(alternatives.map(({ derivation }) => derivation))].map((derivation) =>
    alternatives.filter((pattern) => pattern.derivation === derivation),
  );
  const counts = ofDerivation.map(
    (patterns) =>
      deciding.filter(({ records, stepHours }) =>
        patterns.some((pattern) => matchRecord(records, pattern, stepHours)),
      ).length,
  );
  return ofDerivation[counts.indexOf(Math.max(...counts))];
}

function takeFirst<T, Result>(
  items: readonly T[],
  take: (item: T) => Result | undefined,
): Result | undefined {
  for (const item of items) {
    const taken = take(item);
    if (taken !== undefined) return taken;
  }
  return undefined;
}

function presenceAt(source: SourceRecord, pattern: RecordPattern, stepHours: number) {
  if (stepHours > 0) return source.atLaterSteps;
  return pattern.derivation === 'instant' ? source.atStepZero : 'absent';
}

/** Whether no run is complete without the record at its step. */
export function isRequired({ source, pattern, forecast }: PlannedRecord): boolean {
  return presenceAt(source, pattern, forecast.stepHours) === 'required';
}

function plannedRecord(
  source: SourceRecord,
  pattern: RecordPattern,
  stepHours: number,
  { inventory, forecast }: MatchedRecord,
): PlannedRecord {
  const { parameter, level, offsetBytes, endBytes, path, compression } = inventory;
  return {
    source,
    pattern,
    forecast,
    range: { path, startBytes: offsetBytes, endBytes },
    ...(compression && { compression }),
    label: `${stepLabel(stepHours)} ${parameter}:${level}:${inventory.forecast}`,
  };
}

/** `CPOFP:surface`, as in inventories. */
export function recordName({ parameter, level }: Pick<RecordPattern, 'parameter' | 'level'>): string {
  return `${parameter}:${level}`;
}

function recordMissing({ alternatives }: SourceRecord, inventory: StepInventory): IngestError {
  const names = alternatives.map((pattern) => `${recordName(pattern)} (${pattern.derivation})`);
  return new IngestError(
    'RecordMissingError',
    `${stepLabel(inventory.stepHours)}: required record ${names.join(' or ')} is not in the inventory ${filesLabel(inventory)}`,
  );
}
