import { CAUTIONS } from '../../weather/metrics/index.js';

/** Why a response lacks something. `fields` names the affected metrics; empty if it concerns the whole response. */
export interface AnswerWarning {
  code: string;
  detail: string;
  fields: string[];
}

/** The warnings of responses, in addition to those of the runs. */
export const ANSWER_WARNINGS = {
  not_in_run: 'The model run has no values for these metrics.',
  no_ensemble: 'No ensemble covers some of the hours.',
  no_land: "None of the model's grid points around the location is on land.",
  last_entry_without_amounts:
    'An amount covers the hour that starts at its time, and the model run ends there.',
  missing_values: 'The model run has no values for some of the hours.',
  no_run: 'No stored run of the model has some of the hours, so their values are null.',
  no_terrain:
    'A model run has no terrain, so its values could not be corrected to the height in meta.elevation.',
  terrain_pending:
    "The height of the ground isn't at hand yet, so the values are for the terrain of the models. The same request may have another response soon.",
  ends_with_run: 'The model run ends before the end of the requested time span.',
  stale_run: 'Newer model runs are late.',
  earlier_run: 'The hours of the first day before this model run come from earlier runs.',
  partial_day: 'No stored model run covers some hours of a day; its values are from the other hours.',
  interpolated_minutes: 'Minutes are interpolated between hours. Amounts and codes are those of the hour.',
  no_observation:
    'No station within 100 km has sent a fitting report within 90 minutes, so all values are those of the model.',
  unmeasured_amounts:
    'The station reports precipitation, but not how much, and the model has none of this kind.',
  climatology:
    'These are long-term averages for the time of year, not a forecast. ' +
    'Monthly averages of the temperature are typically off by 2.5 °C (4.5 °F).',
  ...CAUTIONS,
  not_in_climatology: 'Long-term averages have no values for these metrics.',
} as const;

export type AnswerWarningCode = keyof typeof ANSWER_WARNINGS;

/** The warnings of one response: one per code, with all metrics that it affects. */
export class AnswerWarnings {
  private readonly fields = new Map<AnswerWarningCode, Set<string>>();
  private readonly particulars = new Map<AnswerWarningCode, string>();

  /** @param particular a sentence specific to this response */
  add(code: AnswerWarningCode, field?: string, particular?: string): void {
    if (particular !== undefined) this.particulars.set(code, particular);
    const fields = this.fields.get(code) ?? new Set();
    if (field) fields.add(field);
    this.fields.set(code, fields);
  }

  /** Leaves out warnings that only affect metrics that were not requested, since some are derived from others. */
  list(asked: readonly string[]): AnswerWarning[] {
    return [...this.fields].flatMap(([code, about]) => {
      const fields = [...about].filter((name) => asked.includes(name));
      if (about.size > 0 && fields.length === 0) return [];
      const particular = this.particulars.get(code);
      const detail = ANSWER_WARNINGS[code] + (particular === undefined ? '' : ` ${particular}`);
      return [{ code, detail, fields }];
    });
  }
}
