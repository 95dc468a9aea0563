import type { Accuracy } from '../../api/schemas.ts';
import { parseForecastSearch } from '../forecast/forecast-search.ts';
import { type Choice, FIELDS, isOf, PERIODS, SCOPES } from './scores.ts';

/** What the page shows, kept in the URL. Without a place: the whole world. */
export interface AccuracySearch {
  client?: string;
  lat?: string;
  lon?: string;
  field?: Accuracy['field'];
  days?: Choice<typeof PERIODS>;
  scope?: Choice<typeof SCOPES>;
}

export function parseAccuracySearch(search: Record<string, unknown>): AccuracySearch {
  const { client, lat, lon } = parseForecastSearch(search);
  return {
    ...{ client, lat, lon },
    field: isOf(FIELDS, search.field) ? search.field : undefined,
    days: isOf(PERIODS, search.days) ? search.days : undefined,
    scope: isOf(SCOPES, search.scope) ? search.scope : undefined,
  };
}
