import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiQuery } from '@nestjs/swagger';
import { LOCATION_INFORMATION, RESOLUTIONS, RESULT_FORMATS } from './open-meteo-query.js';

type Schema = Extract<Parameters<typeof ApiQuery>[0], { schema: unknown }>['schema'];

const text = { type: 'string' } as const;
const oneOf = (...values: string[]) => ({ type: 'string', enum: values }) as const;
const whole = (maximum: number) => ({ type: 'integer', minimum: 0, maximum }) as const;
const speeds = oneOf('kmh', 'ms', 'mph', 'kn');
const LISTS = 'Several separated by commas.';

/** Schema and description, by name. */
const PARAMETERS: Readonly<Record<string, readonly [schema: Schema, description: string]>> = {
  latitude: [
    { ...text, example: '52.52' },
    `Degrees north. ${LISTS} Several locations need the scope \`forecast:batch\`.`,
  ],
  longitude: [{ ...text, example: '13.41' }, `Degrees east, as many as \`latitude\` has. ${LISTS}`],
  elevation: [
    text,
    "Meters above sea level, as many as `latitude` has. Default: the height of the place in the models' terrain. `nan` leaves values on each model's own terrain.",
  ],
  hourly: [{ ...text, example: 'temperature_2m,precipitation' }, `Hourly variables. ${LISTS}`],
  daily: [{ ...text, example: 'temperature_2m_max' }, `Daily variables. ${LISTS}`],
  current: [{ ...text, example: 'temperature_2m' }, `Variables of the current 15 minutes. ${LISTS}`],
  minutely_15: [text, `Variables every 15 minutes. ${LISTS}`],
  location_id: [text, 'IDs of the locations in the response, as many as `latitude` has.'],
  current_weather: [
    oneOf('true', 'false'),
    'Returns the legacy list of current variables. Default: `false`.',
  ],
  temperature_unit: [oneOf('celsius', 'fahrenheit'), 'Default: `celsius`.'],
  wind_speed_unit: [speeds, 'Default: `kmh`. `windspeed_unit` is the same.'],
  precipitation_unit: [
    oneOf('mm', 'inch'),
    'Default: `mm`. `inch` also returns snow in inches, and heights in feet.',
  ],
  length_unit: [oneOf('metric', 'imperial'), 'The same as `precipitation_unit`.'],
  timeformat: [oneOf('iso8601', 'unixtime'), 'Default: `iso8601`, in local time.'],
  timezone: [text, 'An IANA name, or `auto`. Default: `GMT`.'],
  past_days: [whole(92), 'Days before today. Default: 0.'],
  forecast_days: [whole(16), 'Days from today. Default: 7, and 3 for `minutely_15`.'],
  past_hours: [whole(2208), 'Hours before the current one.'],
  forecast_hours: [whole(384), 'Hours from the current one.'],
  past_minutely_15: [whole(8832), 'Quarters of an hour before the current one.'],
  forecast_minutely_15: [whole(1536), 'Quarters of an hour from the current one.'],
  initial_hours: [
    whole(384),
    'The hour of the day that `past_hours` and `forecast_hours` count from. Default: the current one.',
  ],
  initial_minutely_15: [
    whole(1536),
    'The quarter of an hour of the day that `past_minutely_15` and `forecast_minutely_15` count from.',
  ],
  start_date: [text, 'The first local day, such as `2026-11-21`. Needs `end_date`.'],
  end_date: [text, 'The last local day.'],
  start_hour: [text, 'The first local hour, such as `2026-11-21T00:00`. Needs `end_hour`.'],
  end_hour: [text, 'The last local hour.'],
  start_minutely_15: [text, 'The first local quarter of an hour. Needs `end_minutely_15`.'],
  end_minutely_15: [text, 'The last local quarter of an hour.'],
  models: [
    { ...text, example: 'best_match' },
    `Models. ${LISTS} With several models, each variable name ends with the name of the model.`,
  ],
  cell_selection: [
    oneOf('land', 'sea', 'nearest'),
    'Has no effect: values are interpolated between grid points.',
  ],
  temporal_resolution: [oneOf(...RESOLUTIONS), 'Default: `hourly`.'],
  format: [oneOf(...RESULT_FORMATS), 'Default: `json`.'],
  location_information: [
    oneOf(...LOCATION_INFORMATION),
    'Whether CSV begins with the locations. Default: `section`.',
  ],
};
const REQUIRED = ['latitude', 'longitude'];

/** Documents the query parameters of Open-Meteo's forecast. */
export const OpenMeteoParameters = () =>
  applyDecorators(
    ...Object.entries(PARAMETERS).map(([name, [schema, description]]) =>
      ApiQuery({ name, required: REQUIRED.includes(name), schema, description }),
    ),
  );

/** The same as members of a JSON object. */
export const OpenMeteoBody = () =>
  ApiBody({
    schema: {
      type: 'object',
      required: REQUIRED,
      additionalProperties: true,
      properties: Object.fromEntries(
        Object.entries(PARAMETERS).map(([name, [schema, description]]) => [
          name,
          {
            anyOf: [schema, { type: 'number' }, { type: 'boolean' }, { type: 'array', items: {} }],
            description,
          },
        ]),
      ),
    } as Schema,
  });
