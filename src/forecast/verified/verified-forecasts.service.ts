import { Injectable } from '@nestjs/common';
import { Problem } from '../../core/http/index.js';
import { DAY_MS, HOUR_MS, toInstant } from '../../core/time/index.js';
import {
  type DayAverages,
  IssuedForecastsService,
  type IssueForecast,
  type PlaceForecast,
} from '../../verification/index.js';
import { MetricCatalogue } from '../../weather/metrics/index.js';
import { climatologyAt } from '../climatology/climatology.js';
import { ForecastService } from '../forecast.service.js';
import { AnswerWarnings } from '../series/answer-warnings.js';
import { ClimatologySeries } from '../series/climatology-series.js';

const FIELDS = ['temperature', 'dewPoint', 'windSpeed', 'windDirection', 'pressureSurfaceLevel'] as const;
const OF_MEMBERS = [
  'precipitationProbability',
  'temperatureP10',
  'temperatureP50',
  'temperatureP90',
] as const;
/** Averages have no speed of the wind. */
const OF_CLIMATOLOGY = ['temperature', 'dewPoint', 'pressureSurfaceLevel'] as const;

/** Tells the verification what is served for `source=auto`, which it then compares with what stations measure. */
@Injectable()
export class VerifiedForecastsService {
  constructor(
    private readonly forecasts: ForecastService,
    private readonly metrics: MetricCatalogue,
    issued: IssuedForecastsService,
  ) {
    issued.register(this.at);
    issued.registerAverages(this.averagesOn);
  }

  private readonly averagesOn: DayAverages = ({ lat, lon, elevation }, dayMs): PlaceForecast => {
    const span = { firstHourMs: dayMs, hours: DAY_MS / HOUR_MS };
    const place = { latitude: lat, longitude: lon, elevation };
    const point = climatologyAt(lat, lon);
    const series = new ClimatologySeries(point, { ...place, ...span }, this.metrics, new AnswerWarnings());
    return Object.fromEntries(OF_CLIMATOLOGY.map((name) => [name, series.values(name)]));
  };

  private readonly at: IssueForecast = async (
    { lat, lon, elevation },
    timesMs,
    { correction = 'auto', withoutSite = false },
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
        { runsAlone: true, withoutSite },
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
