import { Injectable } from '@nestjs/common';
import { FeatureSet } from '../../../core/features/index.js';
import { ForecastService } from '../../../forecast/index.js';
import { GAZETTEER_ATTRIBUTION } from '../../../weather/gazetteer/index.js';
import type { MeteredPoint } from '../../../usage/index.js';
import type { ToolArguments } from '../tools/tool-arguments.js';
import { columnsAt, type WeatherColumn } from './weather-table.js';
import { readWeatherRequest, type WeatherDefaults, type WeatherRequest } from './weather-request.js';

const NO_RUN = 'No model run covers this place and time, so all values are missing.';

interface WeatherSource {
  model: string;
  run: string | null;
}

/** The weather from one source. */
export interface Weather {
  columns: WeatherColumn[];
  sources: WeatherSource[];
  attribution: string[];
  warnings: string[];
}

/** Reads weather for language models, from model runs only: hours that no run covers are null. */
@Injectable()
export class WeatherService {
  constructor(
    private readonly forecasts: ForecastService,
    private readonly features: FeatureSet,
  ) {}

  /** @throws Problem invalid_parameter listing every fault */
  request(given: ToolArguments, defaults: WeatherDefaults, tables?: number): WeatherRequest {
    return readWeatherRequest(given, defaults, this.forecasts, tables);
  }

  /**
   * @param source a model's name, or `auto`
   * @param keyId limits what is fetched for it
   * @throws Problem forecast_unavailable if the requested model has no run for this time
   */
  async read(
    { body, query, timeline, timesMs, now }: WeatherRequest,
    source: string,
    keyId = '',
  ): Promise<Weather> {
    const { timelines, meta } = await this.forecasts.columns({ ...body, source }, now, {
      runsAlone: true,
      keyId,
    });
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
    const attribution = [
      ...meta.sources.map((one) => one.attribution),
      meta.elevationAttribution ?? '',
    ].filter(Boolean);
    return {
      columns,
      sources: [...new Map(sources.map((one) => [`${one.model} ${one.run}`, one])).values()],
      attribution: [...new Set([...attribution, ...placeAttribution])],
      warnings: meta.warnings.map(({ detail }) => detail),
    };
  }
}

/** Returns the heading of a table: place and time. */
export function whereText({ query, timeline }: WeatherRequest): string {
  return `${placeText(query)}, ${timeline}, in the local time of ${query.timeZone.name}`;
}

export function placeText({ latitude, longitude, place }: WeatherRequest['query']): string {
  const name = place && [place.name, place.division, place.countryCode].filter(Boolean).join(', ');
  const point = `${latitude}, ${longitude}`;
  return name ? `${name} (${point})` : point;
}

/** Returns the location of a request, in the form that results have it. */
export function placeOf({ query }: Pick<WeatherRequest, 'query'>): Record<string, unknown> {
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

export function pointOf({ query }: Pick<WeatherRequest, 'query'>): MeteredPoint {
  return { lat: query.latitude, lon: query.longitude };
}

/** Returns the lines to show below a table. */
export function footText({ sources, attribution, warnings }: Omit<Weather, 'columns'>): string[] {
  const runs = sources.map(({ model, run }) => `${model}, run ${run}`);
  return [
    ...(runs.length > 0 ? [`Source: ${runs.join('; ')}.`] : []),
    ...(attribution.length > 0 ? [`Attribution: ${attribution.join('; ')}`] : []),
    ...warnings.map((warning) => `Note: ${warning}`),
  ];
}
