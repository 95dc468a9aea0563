import { Injectable } from '@nestjs/common';
import { knownNames } from '../../../forecast/index.js';
import { Problem } from '../../../core/http/index.js';
import { ComparableModels } from '../weather/comparable-models.js';
import { isMeasured, tableText, type WeatherColumn } from '../weather/weather-table.js';
import {
  footText,
  placeOf,
  pointOf,
  type Weather,
  WeatherService,
  whereText,
} from '../weather/weather.service.js';
import { WEATHER_ARGUMENTS, type WeatherRequest } from '../weather/weather-request.js';
import { ABOUT_WEATHER, objectOf, PROVENANCE, UNITS, VALUES, weatherArguments } from './schemas.js';
import type { Tool, ToolAnswer, ToolDescription } from './tool.js';
import type { ToolArguments } from './tool-arguments.js';

const DEFAULTS = { fields: ['temperature', 'precipitationIntensity'], hours: 24, days: 5 };
const SPREAD = 'spread';

type OfModel = Weather & { model: string };

@Injectable()
export class CompareModelsTool implements Tool {
  readonly description: ToolDescription;

  constructor(
    private readonly weather: WeatherService,
    private readonly models: ComparableModels,
  ) {
    this.description = {
      name: 'compare_models',
      title: 'Compare weather models',
      description:
        'Returns what several weather models forecast for the same place and times, side by side, with their spread: the highest value less the lowest. A small spread means that the models agree. Costs one unit per model.',
      inputSchema: objectOf(
        {
          ...weatherArguments(DEFAULTS),
          models: {
            type: 'array',
            minItems: 1,
            items: { type: 'string', enum: models.names },
            description: 'Default: all.',
          },
        },
        [...WEATHER_ARGUMENTS, 'models'],
      ),
      outputSchema: objectOf(
        {
          ...ABOUT_WEATHER,
          units: UNITS,
          values: {
            type: 'object',
            additionalProperties: { type: 'object', additionalProperties: VALUES },
            description: `By column, then by model and "${SPREAD}": a value for each time, or null.`,
          },
          ...PROVENANCE,
        },
        ['place'],
      ),
    };
  }

  units(raw: unknown): number {
    const { models } = Object(raw) as { models?: unknown };
    const all = this.models.names.length;
    return Array.isArray(models) ? Math.min(all, Math.max(1, new Set(models).size)) : all;
  }

  async call(given: ToolArguments): Promise<ToolAnswer> {
    given.only([...WEATHER_ARGUMENTS, 'models']);
    const { names } = this.models;
    const known = knownNames(Object.fromEntries(names.map((name) => [name, []])));
    const models = given.choices('models', known) ?? names;
    const request = this.weather.request(given, DEFAULTS, models.length);
    const { answers, refusals } = await this.readAll(request, models);
    const compared = comparedColumns(answers);
    const about = {
      sources: answers.flatMap(({ sources }) => sources),
      attribution: [...new Set(answers.flatMap(({ attribution }) => attribution))],
      warnings: [
        ...answers.flatMap(({ model, warnings }) => warnings.map((warning) => `${model}: ${warning}`)),
        ...refusals,
      ],
    };
    const { times } = request;
    const columns = compared.flatMap(({ name, unit, ofModels }) =>
      ofModels.map(({ model, values }) => ({ name: `${name} ${model}`, unit, values })),
    );
    return {
      text: [`Models compared for ${whereText(request)}`, tableText(times, columns), ...footText(about)].join(
        '\n',
      ),
      structured: {
        ...placeOf(request),
        times,
        units: Object.fromEntries(compared.map(({ name, unit }) => [name, unit])),
        values: Object.fromEntries(
          compared.map(({ name, ofModels }) => [
            name,
            Object.fromEntries(ofModels.map(({ model, values }) => [model, values])),
          ]),
        ),
        ...about,
      },
      units: answers.length,
      point: pointOf(request),
    };
  }

  /**
   * Reads each model. Also returns the reasons why models have no values.
   * @throws Problem of the first model if none has values
   */
  private async readAll(
    request: WeatherRequest,
    models: readonly string[],
  ): Promise<{ answers: OfModel[]; refusals: string[] }> {
    const answers: OfModel[] = [];
    const problems: { model: string; problem: Problem }[] = [];
    for (const model of models)
      try {
        answers.push({ model, ...(await this.weather.read(request, model)) });
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        problems.push({ model, problem });
      }
    if (answers.length === 0) throw problems[0].problem;
    const why = ({ options: { detail, errors = [] } }: Problem) =>
      detail ?? errors.map((one) => one.detail).join(' ');
    return { answers, refusals: problems.map(({ model, problem }) => `${model}: ${why(problem)}`) };
  }
}

/** Groups the models' columns by name, each with the spread if the column has one. */
function comparedColumns(answers: readonly OfModel[]) {
  return answers[0].columns.map((column, i) => {
    const ofModels = answers.map(({ model, columns }) => ({ model, values: columns[i].values }));
    const spread = isMeasured(column) ? [{ model: SPREAD, values: spreadOf(ofModels, column) }] : [];
    return { name: column.name, unit: column.unit, ofModels: [...ofModels, ...spread] };
  });
}

/** Null if fewer than two models have a value. Rounded to remove floating-point noise. */
function spreadOf(
  ofModels: readonly Pick<WeatherColumn, 'values'>[],
  { values }: WeatherColumn,
): (number | null)[] {
  return values.map((_, i) => {
    const given = ofModels.map((one) => one.values[i]).filter((value) => typeof value === 'number');
    return given.length < 2 ? null : Number((Math.max(...given) - Math.min(...given)).toFixed(3));
  });
}
