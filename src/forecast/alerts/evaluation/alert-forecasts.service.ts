import { Injectable } from '@nestjs/common';
import { HOUR_MS, toInstant } from '../../../core/time/index.js';
import { ForecastService } from '../../forecast.service.js';
import { Problem } from '../../../core/http/index.js';
import type { ForecastAlert } from '../forecast-alert.entity.js';

/** The forecast hours of an alert. */
export interface AlertHours {
  model: string;
  /** ISO 8601, UTC. */
  run: string;
  /** The newest run of each model that contributes values, including the model of the first hour. */
  runs: Record<string, string>;
  /** Models whose run is still incomplete and lacks some of the hours, which earlier runs provide. */
  parts: string[];
  timesMs: Float64Array;
  /** NaN for null. */
  values: Float64Array;
}

/** Reads the hours of alerts as `GET /v1/weather/forecast` returns them. */
@Injectable()
export class AlertForecastsService {
  constructor(private readonly forecasts: ForecastService) {}

  /** @throws Problem if there is no forecast for these hours */
  async hoursOf(
    { latitude, longitude, field, units, model, leadFrom, leadTo, client }: ForecastAlert,
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
      { runsAlone: true, keyId: client.id },
    );
    const { run, source } = meta;
    if (run === null)
      throw new Problem('forecast_unavailable', {
        detail: 'No stored run covers these hours at this location.',
      });
    const { timesMs, values } = timelines.hourly!;
    return {
      model: source,
      run,
      runs: newestRuns(meta.sources),
      // The last hour of a run has no amounts.
      parts: meta.sources
        .filter(({ reaches }) => reaches !== undefined && reaches < endTime)
        .map((part) => part.source),
      timesMs,
      values: values[field],
    };
  }
}

function newestRuns(sources: readonly { source: string; run: string | null }[]): Record<string, string> {
  const runs: Record<string, string> = {};
  for (const { source, run } of sources) if (run !== null && !(run <= runs[source])) runs[source] = run;
  return runs;
}
