import { Injectable } from '@nestjs/common';
import type { PlaceForecast } from './run-at-stations.js';

/** What is left out of the corrections of a forecast. */
export interface LeftOut {
  /** All of them. */
  readonly correction?: 'none';
  /** What this station says. */
  readonly withoutStation?: string;
}

/**
 * Returns the service's own forecast at a place, for `source=auto`: a value for each of the times, in
 * metric units, NaN where there is none.
 */
export type IssueForecast = (
  place: { lat: number; lon: number; elevation: number },
  timesMs: readonly number[],
  leftOut: LeftOut,
) => PlaceForecast | Promise<PlaceForecast>;

/** Where the part of the service that makes forecasts tells how: it uses the verification, which can't import it. */
@Injectable()
export class IssuedForecastsService {
  private issue: IssueForecast | undefined;

  register(issue: IssueForecast): void {
    this.issue = issue;
  }

  /** Undefined in processes that make no forecasts. */
  get at(): IssueForecast | undefined {
    return this.issue;
  }
}
