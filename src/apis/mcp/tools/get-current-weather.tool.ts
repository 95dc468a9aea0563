import { Injectable } from '@nestjs/common';
import { CurrentService, ForecastService, UNIT_SYSTEMS } from '../../../forecast/index.js';
import { FeatureSet } from '../../../core/features/index.js';
import { GAZETTEER_ATTRIBUTION } from '../../../weather/gazetteer/index.js';
import { localTime } from '../weather/local-time.js';
import { metricsMeant } from '../weather/plain-fields.js';
import { footText, placeOf, pointOf, placeText } from '../weather/weather.service.js';
import { columnsAt } from '../weather/weather-table.js';
import { ABOUT_PLACE, integer, objectOf, PROVENANCE, UNITS, weatherArguments } from './schemas.js';
import type { KeyOwner } from '../../../api-keys/index.js';
import type { Tool, ToolAnswer, ToolDescription } from './tool.js';
import type { ToolArguments } from './tool-arguments.js';

const DEFAULTS = {
  fields: ['weather', 'temperature', 'feels_like', 'humidity', 'wind', 'clouds', 'visibility', 'pressure'],
  hours: 1,
  days: 1,
};
const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const { place, lat, lon, fields, units } = weatherArguments(DEFAULTS);
const ARGUMENTS = { place, lat, lon, fields, units };
const NAMES = Object.keys(ARGUMENTS);

@Injectable()
export class GetCurrentWeatherTool implements Tool {
  readonly description: ToolDescription = {
    name: 'get_current_weather',
    title: 'Get the current weather',
    description:
      "Returns the weather at a location now, by name or coordinates: the nearest weather station's report, carried over to the location by the forecast, and the forecast for what the station doesn't measure. Says which station reported, how far away and when.",
    inputSchema: objectOf(ARGUMENTS, NAMES),
    outputSchema: objectOf(
      {
        ...ABOUT_PLACE,
        time: text,
        units: UNITS,
        values: {
          type: 'object',
          additionalProperties: { type: ['number', 'string', 'null'] },
          description: 'By field.',
        },
        origins: {
          type: 'object',
          additionalProperties: { ...text, enum: ['observed', 'adjusted', 'model'] },
          description:
            'By field: as reported at the location, carried over from the station, or from the model.',
        },
        observation: {
          ...objectOf({
            station: text,
            distanceKm: number,
            observedAt: text,
            ageMinutes: integer,
            report: text,
          }),
          type: ['object', 'null'],
          description: 'The report of the station; null if none is near.',
        },
        ...PROVENANCE,
      },
      ['place'],
    ),
  };

  constructor(
    private readonly current: CurrentService,
    private readonly forecasts: ForecastService,
    private readonly features: FeatureSet,
  ) {}

  units(): number {
    return 1;
  }

  async call(given: ToolArguments, { keyId }: KeyOwner): Promise<ToolAnswer> {
    given.only(NAMES);
    const unitSystem = given.choice('units', UNIT_SYSTEMS) ?? 'metric';
    const asked = metricsMeant(given.listed('fields') ?? DEFAULTS.fields);
    given.check();
    const now = new Date();
    const body = { ...given.own('place', 'lat', 'lon'), fields: asked, timezone: 'auto', units: unitSystem };
    const { query } = this.forecasts.queries.parseBody(body, now);
    const { data, meta } = await this.current.read(query, now.getTime(), keyId);
    const timesMs = Float64Array.of(Date.parse(data.time));
    const table = {
      timesMs,
      values: Object.fromEntries(
        Object.entries(data.values).map(([name, value]) => [name, Float64Array.of(value ?? NaN)]),
      ),
    };
    const columns = columnsAt(table, [...timesMs], this.features.metrics, unitSystem, query.timeZone);
    const time = localTime(timesMs[0], query.timeZone);
    const { observation } = meta;
    const attribution = [
      ...(observation ? [observation.attribution] : []),
      ...meta.sources.map((source) => source.attribution),
      ...(meta.elevationAttribution === undefined ? [] : [meta.elevationAttribution]),
      ...(query.place ? [GAZETTEER_ATTRIBUTION] : []),
    ];
    const about = {
      sources: meta.sources.map(({ source, run }) => ({ model: source, run })),
      attribution: [...new Set(attribution)],
      warnings: meta.warnings.map(({ detail }) => detail),
    };
    const lines = columns.map(
      ({ name, unit, values: [value] }) =>
        `${name}: ${value ?? '-'}${unit && ` ${unit}`} (${meta.values[name]})`,
    );
    const { station, distanceKm, observedAt, ageMinutes, report } = observation ?? {};
    return {
      text: [
        `Weather at ${placeText(query)} at ${time}`,
        ...lines,
        ...(observation
          ? [`Station ${station}, ${distanceKm} km away, ${ageMinutes} minutes ago: ${report}`]
          : []),
        ...footText(about),
      ].join('\n'),
      structured: {
        ...placeOf({ query }),
        time,
        units: Object.fromEntries(columns.map(({ name, unit }) => [name, unit])),
        values: Object.fromEntries(columns.map(({ name, values: [value] }) => [name, value])),
        origins: meta.values,
        observation: observation && { station, distanceKm, observedAt, ageMinutes, report },
        ...about,
      },
      units: 1,
      point: pointOf({ query }),
    };
  }
}
