import { Injectable } from '@nestjs/common';
import { toInstant } from '../../common/time/instant.js';
import { ForecastService } from '../../forecast/forecast.service.js';
import { Problem } from '../../http/problems/problem.js';
import type { ForecastAlert } from '../forecast-alert.entity.js';

const HOUR_MS = 3_600_000;

/** The hours of an alert. */
export interface AlertHours {
  model: string;
  /** ISO 8601, UTC. */
  run: string;
  /** Whether the run is to be continued by itself, and doesn't have all of the hours yet. */
  isPartial: boolean;
  timesMs: Float64Array;
  /** NaN for null. */
  values: Float64Array;
}

/** What `GET /v1/weather/forecast` answers of the hours of alerts. */
@Injectable()
export class AlertForecastsService {
  constructor(private readonly forecasts: ForecastService) {}

  /** @throws Problem where there is no forecast of these hours */
  async hoursOf(
    { latitude, longitude, field, units, model, leadFrom, leadTo }: ForecastAlert,
    now: Date,
  ): Promise<AlertHours> {
    const hourMs = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
    const endTime = toInstant(new Date(hourMs + leadTo * HOUR_MS));
    const { timelines, meta } = await this.forecasts.columns(
      {
        lat: latitude,
        lon: longitude,
        fields: [field],
        units,
        source: model ?? 'auto',
        startTime: toInstant(new Date(hourMs + leadFrom * HOUR_MS)),
        endTime,
      },
      now,
    );
    const { run, source } = meta;
    if (run === null)
      throw new Problem('forecast_unavailable', { detail: 'No stored run covers these hours there.' });
    const reaches = meta.sources.find((given) => given.source === source && given.run === run)?.reaches;
    const { timesMs, values } = timelines.hourly!;
    return {
      model: source,
      run,
      // The last hour of a run has no amounts.
      isPartial: reaches !== undefined && reaches < endTime,
      timesMs,
      values: values[field],
    };
  }
}
