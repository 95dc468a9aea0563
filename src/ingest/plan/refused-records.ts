import type { VariableName } from '../../weather/meteo/index.js';
import { IngestError, type IngestErrorName } from '../ingest-error.js';
import { isRequired, type PlannedRecord, recordName, type RunPlan } from './run-plan.js';

/** A record that the source has, but that the run goes on without. */
export interface RefusedRecord {
  variable: VariableName;
  stepHours: number;
  /** See recordName. */
  name: string;
  /** An error's message. */
  reason: string;
  /** Whether it is that of an ensemble's member, which is left out of the statistics. */
  isOfMember: boolean;
}

/** Refusals of what a run can do without. */
const OF_OPTIONAL_RECORDS: IngestErrorName[] = ['RecordUnknownError', 'UnsupportedMessageError'];

/** If the first records of a required variable are refused, so will be the others: the source has changed. */
const FIRST_RECORDS = 3;

/** Decides whether a run goes on without a record that was refused: it is treated like one that is missing. */
export class RefusedRecords {
  readonly all: RefusedRecord[] = [];
  /** Records of required variables that were taken, and the last refusal. */
  private readonly required = new Map<
    VariableName,
    { taken: number; refused: number; error: IngestError | undefined }
  >();

  /**
   * @param error why it was refused
   * @throws the error if the run cannot go on
   */
  note(record: PlannedRecord, error: unknown): void {
    if (!(error instanceof IngestError)) throw error;
    const { name, message } = error;
    if (name === 'ImplausibleValuesError') this.count(record, error);
    else if (!OF_OPTIONAL_RECORDS.includes(name) || isRequired(record)) throw error;
    this.all.push({
      variable: record.source.variable,
      stepHours: record.forecast.stepHours,
      name: recordName(record.pattern),
      reason: message,
      isOfMember: record.member !== undefined,
    });
  }

  noteTaken(record: PlannedRecord): void {
    this.count(record);
  }

  /** @throws the error of a required variable of which nothing was taken */
  requireRequired(): void {
    for (const { taken, error } of this.required.values()) if (taken === 0 && error) throw error;
  }

  private count(record: PlannedRecord, error?: IngestError): void {
    if (record.member || record.isRunTotal || !isRequired(record)) return;
    const { variable } = record.source;
    const counted = this.required.get(variable) ?? { taken: 0, refused: 0, error: undefined };
    this.required.set(variable, counted);
    if (!error) {
      counted.taken++;
      return;
    }
    counted.refused++;
    counted.error = error;
    if (counted.refused >= FIRST_RECORDS && counted.refused > counted.taken) throw error;
  }
}

/** Returns the plan's absences with those of the refused records. */
export function absencesWith({ absences }: RunPlan, refused: readonly RefusedRecord[]): RunPlan['absences'] {
  const steps = new Map(absences.map(({ variable, absentSteps }) => [variable, new Set(absentSteps)]));
  for (const { variable, stepHours, isOfMember } of refused) {
    if (isOfMember) continue;
    const ofVariable = steps.get(variable) ?? new Set();
    steps.set(variable, ofVariable.add(stepHours));
  }
  return [...steps].map(([variable, absent]) => {
    return { variable, absentSteps: [...absent].sort((one, other) => one - other) };
  });
}
