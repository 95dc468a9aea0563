import { type MetricName } from '../meteo/metrics.js';

/** Why an answer lacks something. `fields` names the metrics it is about; none when it is about the whole answer. */
export interface AnswerWarning {
  code: string;
  detail: string;
  fields: MetricName[];
}

/** What answers warn of, beside the warnings of the run itself. */
export const ANSWER_WARNINGS = {
  not_in_run: 'The model run has no values for these metrics.',
  no_land: "None of the model's grid points around the place is land.",
  last_entry_without_amounts:
    'An amount covers the hour that begins at its time, and the model run ends there.',
  missing_values: 'The model run has no values for some of the hours.',
  ends_with_run: 'The model run ends before the span that was asked for.',
  stale_run: 'Newer model runs are late.',
  earlier_run: 'The hours of the first day before this model run come from earlier runs.',
  partial_day: 'A day lacks the hours that no stored model run covers, and its values are of the others.',
  interpolated_minutes:
    'Minutes are interpolated between the hours of the source, and amounts and codes are those of the hour.',
  climatology:
    'No model run was used: these are long-term means for the time of the year, not a forecast of the weather. ' +
    'Even a monthly mean of the temperature is typically 2.5 K off.',
  no_daily_cycle: 'The long-term means have no daily cycle: they are the same by day and by night.',
  still_air: 'The apparent temperature is that in still air.',
  prevailing_wind: 'The direction is that of the mean wind, which prevails at the time of the year.',
  mean_rate: "The long-term means have no precipitation of an hour. A day's sum is the mean of the month.",
  implausible_humidity:
    'The long-term mean of the dew point reaches that of the temperature here, so that there is no plausible humidity.',
  not_in_climatology: 'The long-term means have no values for these metrics.',
} as const;

export type AnswerWarningCode = keyof typeof ANSWER_WARNINGS;

/** The warnings of one answer: one for each code, which names all metrics that it concerns. */
export class AnswerWarnings {
  private readonly fields = new Map<AnswerWarningCode, Set<MetricName>>();
  private readonly particulars = new Map<AnswerWarningCode, string>();

  /** @param particular a sentence that is about this answer alone */
  add(code: AnswerWarningCode, field?: MetricName, particular?: string): void {
    if (particular !== undefined) this.particulars.set(code, particular);
    const fields = this.fields.get(code) ?? new Set();
    if (field) fields.add(field);
    this.fields.set(code, fields);
  }

  /** Without what is only about metrics that nobody asked for: some are worked out from others. */
  list(asked: readonly MetricName[]): AnswerWarning[] {
    return [...this.fields].flatMap(([code, about]) => {
      const fields = [...about].filter((name) => asked.includes(name));
      if (about.size > 0 && fields.length === 0) return [];
      const particular = this.particulars.get(code);
      const detail = ANSWER_WARNINGS[code] + (particular === undefined ? '' : ` ${particular}`);
      return [{ code, detail, fields }];
    });
  }
}
