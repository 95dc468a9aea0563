import { Injectable } from '@nestjs/common';
import { FeatureSet } from '../../features/feature-set.js';
import { ForecastService } from '../../forecast/forecast.service.js';
import { GAZETTEER_ATTRIBUTION } from '../../gazetteer/gazetteer.js';
import type { MeteredPoint } from '../../usage/metering/journal/usage-event.types.js';
import type { ToolArguments } from '../tools/tool-arguments.js';
import { columnsAt, type WeatherColumn } from './weather-table.js';
import { readWeatherRequest, type WeatherDefaults, type WeatherRequest } from './weather-request.js';

const NO_RUN = 'No model run covers this place and time, so all values are missing.';

interface WeatherSource {
  model: string;
  run: string | null;
}

/** What a source says of what was asked. */
export interface Weather {
  columns: WeatherColumn[];
  sources: WeatherSource[];
  attribution: string[];
  warnings: string[];
}

/** The weather for models that read it, out of model runs alone: hours that none covers are null. */
@Injectable()
export class WeatherService {
  constructor(
    private readonly forecasts: ForecastService,
    private readonly features: FeatureSet,
  ) {}

  /** @throws Problem invalid_parameter that names every fault */
  request(given: ToolArguments, defaults: WeatherDefaults, tables?: number): WeatherRequest {
    return readWeatherRequest(given, defaults, this.forecasts, tables);
  }

  /**
   * @param source a model's name, or `auto`
   * @throws Problem forecast_unavailable where a model was asked for that has no run of the time
   */
  async read({ body, query, timeline, timesMs, now }: WeatherRequest, source: string): Promise<Weather> {
    const { timelines, meta } = await this.forecasts.columns({ ...body, source }, now);
    const isForecast = meta.source !== 'climatology';
    const { metrics } = this.features;
    const columns = columnsAt(
      timelines[timeline]!,
      isForecast ? timesMs : [],
      metrics,
      query.units,
      query.timeZone,
    );
    const placeAttribution = query.place ? [GAZETTEER_ATTRIBUTION] : [];
    if (!isForecast) {
      const nothing = timesMs.map(() => null);
      return {
        columns: columns.map((column) => ({ ...column, values: nothing })),
        sources: [],
        attribution: placeAttribution,
        warnings: [NO_RUN],
      };
    }
    const sources = meta.sources.map(({ source: model, run }) => ({ model, run }));
    const attribution = meta.sources.map((one) => one.attribution);
    return {
      columns,
      sources: [...new Map(sources.map((one) => [`${one.model} ${one.run}`, one])).values()],
      attribution: [...new Set([...attribution, ...placeAttribution])],
      warnings: meta.warnings.map(({ detail }) => detail),
    };
  }
}

/** How a table is headed: where and when it is. */
export function whereText({ query, timeline }: WeatherRequest): string {
  const { latitude, longitude, place, timeZone } = query;
  const name = place && [place.name, place.division, place.countryCode].filter(Boolean).join(', ');
  const point = `${latitude}, ${longitude}`;
  return `${name ? `${name} (${point})` : point}, ${timeline}, in the local time of ${timeZone.name}`;
}

/** Where a request is for, as answers have it. */
export function placeOf({ query }: WeatherRequest): Record<string, unknown> {
  const { latitude, longitude, place, timeZone } = query;
  return {
    lat: latitude,
    lon: longitude,
    ...(place && {
      place: { id: place.id, name: place.name, admin: place.division, country_code: place.countryCode },
    }),
    timezone: timeZone.name,
  };
}

export function pointOf({ query }: WeatherRequest): MeteredPoint {
  return { lat: query.latitude, lon: query.longitude };
}

/** What is to be said below a table, in lines. */
export function footText({ sources, attribution, warnings }: Omit<Weather, 'columns'>): string[] {
  const runs = sources.map(({ model, run }) => `${model}, run ${run}`);
  return [
    ...(runs.length > 0 ? [`Source: ${runs.join('; ')}.`] : []),
    ...(attribution.length > 0 ? [`Attribution: ${attribution.join('; ')}`] : []),
    ...warnings.map((warning) => `Note: ${warning}`),
  ];
}
