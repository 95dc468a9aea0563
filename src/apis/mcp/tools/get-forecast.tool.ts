import { Injectable } from '@nestjs/common';
import { footText, placeOf, pointOf, WeatherService, whereText } from '../weather/weather.service.js';
import { ComparableModels } from '../weather/comparable-models.js';
import { tableText } from '../weather/weather-table.js';
import { WEATHER_ARGUMENTS } from '../weather/weather-request.js';
import { ABOUT_WEATHER, objectOf, PROVENANCE, UNITS, VALUES, weatherArguments } from './schemas.js';
import type { KeyOwner } from '../../../api-keys/index.js';
import type { Tool, ToolAnswer, ToolDescription } from './tool.js';
import type { ToolArguments } from './tool-arguments.js';

const DEFAULTS = { fields: ['weather', 'temperature', 'rain', 'windSpeed'], hours: 24, days: 5 };

@Injectable()
export class GetForecastTool implements Tool {
  readonly description: ToolDescription;

  constructor(
    private readonly weather: WeatherService,
    private readonly models: ComparableModels,
  ) {
    this.description = {
      name: 'get_forecast',
      title: 'Get a weather forecast',
      description:
        'Returns the hourly or daily weather forecast for a location, by name or coordinates, as a table with units and sources. Values that no weather model covers are missing. Ask for the fields and hours that you need.',
      inputSchema: objectOf(
        {
          ...weatherArguments(DEFAULTS),
          model: {
            type: 'string',
            enum: ['auto', ...models.names],
            description: 'Default: auto, the best of all models.',
          },
        },
        [...WEATHER_ARGUMENTS, 'model'],
      ),
      outputSchema: objectOf(
        {
          ...ABOUT_WEATHER,
          units: UNITS,
          values: {
            type: 'object',
            additionalProperties: VALUES,
            description: 'By column: a value for each time, or null.',
          },
          ...PROVENANCE,
        },
        ['place'],
      ),
    };
  }

  units(): number {
    return 1;
  }

  async call(given: ToolArguments, { keyId }: KeyOwner): Promise<ToolAnswer> {
    given.only([...WEATHER_ARGUMENTS, 'model']);
    const model = given.choice('model', ['auto', ...this.models.names]) ?? 'auto';
    const request = this.weather.request(given, DEFAULTS);
    const { columns, ...about } = await this.weather.read(request, model, keyId);
    const { times } = request;
    return {
      text: [`Forecast for ${whereText(request)}`, tableText(times, columns), ...footText(about)].join('\n'),
      structured: {
        ...placeOf(request),
        times,
        units: Object.fromEntries(columns.map(({ name, unit }) => [name, unit])),
        values: Object.fromEntries(columns.map(({ name, values }) => [name, values])),
        ...about,
      },
      units: 1,
      point: pointOf(request),
    };
  }
}
