import { Injectable } from '@nestjs/common';
import { Problem } from '../../core/http/index.js';
import { HOUR_MS, toInstant } from '../../core/time/index.js';
import { IssuedForecastsService, type IssueForecast, type PlaceForecast } from '../../verification/index.js';
import { ForecastService } from '../forecast.service.js';

const FIELDS = ['temperature', 'dewPoint', 'windSpeed', 'windDirection', 'pressureSurfaceLevel'] as const;
const OF_MEMBERS = [
  'precipitationProbability',
  'temperatureP10',
  'temperatureP50',
  'temperatureP90',
] as const;

/** Tells the verification what is served for `source=auto`, which it then compares with what stations measure. */
@Injectable()
export class VerifiedForecastsService {
  constructor(
    private readonly forecasts: ForecastService,
    issued: IssuedForecastsService,
  ) {
    issued.register(this.at);
  }

  private readonly at: IssueForecast = async (
    { lat, lon, elevation },
    timesMs,
    { correction = 'auto', withoutStation },
  ): Promise<PlaceForecast> => {
    const fields = [...FIELDS, ...OF_MEMBERS];
    const first = timesMs[0];
    try {
      const { timelines, meta } = await this.forecasts.columns(
        {
          ...{ lat, lon, elevation, fields, timelines: ['hourly'], correction },
          startTime: toInstant(new Date(first)),
          endTime: toInstant(new Date(timesMs[timesMs.length - 1] + HOUR_MS)),
        },
        new Date(first),
        { runsAlone: true, ...(withoutStation !== undefined && { withoutStation }) },
      );
      // No run covers the place: these are long-term averages, and no forecast.
      if (meta.run === null) return {};
      const { timesMs: hoursMs, values } = timelines.hourly!;
      const places = timesMs.map((timeMs) => (timeMs - hoursMs[0]) / HOUR_MS);
      return Object.fromEntries(
        fields.map((name) => [name, places.map((place) => values[name]?.[place] ?? NaN)]),
      );
    } catch (error) {
      // There is no forecast for the place, such as for a height that isn't one. The others have theirs.
      if (error instanceof Problem) return {};
      throw error;
    }
  };
}
