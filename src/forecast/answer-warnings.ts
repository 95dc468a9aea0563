import { type MetricName } from '../meteo/metrics.js';

/** Why an answer lacks something. `fields` names the metrics it is about; none when it is about the whole answer. */
export interface AnswerWarning {
  code: string;
  detail: string;
  fields: MetricName[];
}

/** What answers warn of, beside the warnings of the run itself. */
export const ANSWER_WARNINGS = {
  not_available_yet: 'This version of the service has no values for these metrics.',
  not_in_run: 'The model run has no values for these metrics.',
  no_land: "None of the model's grid points around the place is land.",
  last_entry_without_amounts:
    'An amount covers the hour that begins at its time, and the model run ends there.',
  missing_values: 'The model run has no values for some of the hours.',
  ends_with_run: 'The model run ends before the span that was asked for.',
} as const;

export type AnswerWarningCode = keyof typeof ANSWER_WARNINGS;

/** The warnings of one answer: one for each code, which names all metrics that it concerns. */
export class AnswerWarnings {
  private readonly fields = new Map<AnswerWarningCode, MetricName[]>();

  add(code: AnswerWarningCode, field?: MetricName): void {
    const fields = this.fields.get(code) ?? [];
    this.fields.set(code, field ? [...fields, field] : fields);
  }

  list(): AnswerWarning[] {
    return [...this.fields].map(([code, fields]) => ({ code, detail: ANSWER_WARNINGS[code], fields }));
  }
}
