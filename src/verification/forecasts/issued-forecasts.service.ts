import { Injectable } from '@nestjs/common';
import type { PlaceForecast } from './run-at-stations.js';

/** What is left out of the corrections of a forecast. */
export interface LeftOut {
  /** All of them. */
  readonly correction?: 'none';
  /** Those of the stations at the place. */
  readonly withoutSite?: true;
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

/** Returns the long-term averages of a place for each hour of a day, as the service has them. */
export type DayAverages = (
  place: { lat: number; lon: number; elevation: number },
  dayMs: number,
) => PlaceForecast;

/** Where the part of the service that makes forecasts tells how: it uses the verification, which can't import it. */
@Injectable()
export class IssuedForecastsService {
  private issue: IssueForecast | undefined;
  private averages: DayAverages | undefined;

  register(issue: IssueForecast): void {
    this.issue = issue;
  }

  registerAverages(averages: DayAverages): void {
    this.averages = averages;
  }

  /** Undefined in processes that make no forecasts. */
  get at(): IssueForecast | undefined {
    return this.issue;
  }

  get averagesOn(): DayAverages | undefined {
    return this.averages;
  }
}
