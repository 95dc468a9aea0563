import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiQuery } from '@nestjs/swagger';
import { TIMESTEPS } from './timesteps.js';
import type { Shape } from './tomorrow-io-query.js';

type Schema = Extract<Parameters<typeof ApiQuery>[0], { schema: unknown }>['schema'];

interface Documented {
  schema: Schema;
  description: string;
  required?: boolean;
  /** Alternative schema in a JSON body, if it accepts other values than text. */
  inBody?: object;
}

const text = { type: 'string' } as const;
const oneOf = (...values: readonly string[]) => ({ type: 'string' as const, enum: [...values] });
const list = { type: 'array', items: text, minItems: 1 } as const;
const TIME =
  'ISO 8601 with `Z` or an offset, `now`, or relative to it: `nowPlus6h`, `nowMinus30m`, `nowPlus5d`.';

const COMMON: Readonly<Record<string, Documented>> = {
  location: {
    schema: { ...text, example: '42.3478,-71.0466' },
    description: 'Latitude and longitude in degrees, separated by a comma, or the name of a city.',
    required: true,
    inBody: { type: 'object', description: 'A Point of GeoJSON.' },
  },
  units: { schema: oneOf('metric', 'imperial'), description: 'Default: `metric`.' },
  timezone: {
    schema: text,
    description:
      'An IANA name, or `auto` for the time zone of the location. Default: times are UTC, and days those of the location.',
  },
  dailyStartHour: {
    schema: { type: 'integer', minimum: 0, maximum: 23, default: 6 },
    description: 'The local hour at which days start.',
  },
};
const TIMELINES: Readonly<Record<string, Documented>> = {
  ...COMMON,
  fields: {
    schema: { ...text, example: 'temperature,windSpeed' },
    description: 'Up to 55 fields, separated by commas.',
    required: true,
    inBody: list,
  },
  timesteps: {
    schema: { ...text, example: '1h,1d' },
    description: `One or more of ${TIMESTEPS.map((name) => `\`${name}\``).join(', ')}, separated by commas. Default: \`1h\`.`,
    inBody: list,
  },
  startTime: { schema: { ...text, example: 'now' }, description: `${TIME} Default: \`now\`.` },
  endTime: {
    schema: { ...text, example: 'nowPlus6h' },
    description: `${TIME} The last interval starts then at the latest. Default: 6 hours for minutes, 15 days for hours and days.`,
  },
};
const PARAMETERS: Readonly<Record<Shape, Readonly<Record<string, Documented>>>> = {
  timelines: TIMELINES,
  forecast: {
    ...COMMON,
    timesteps: {
      schema: { ...text, example: '1h,1d' },
      description: 'One or more of `1m`, `1h`, `1d`, separated by commas. Default: all.',
    },
  },
  realtime: COMMON,
};

/** Documents the query parameters of a route. */
export const TomorrowIoParameters = (shape: Shape) =>
  applyDecorators(
    ...Object.entries(PARAMETERS[shape]).map(([name, { schema, description, required = false }]) =>
      ApiQuery({ name, required, schema, description }),
    ),
  );

/** Documents the same parameters as members of a JSON body. */
export const TomorrowIoBody = () =>
  ApiBody({
    schema: {
      type: 'object',
      required: Object.keys(TIMELINES).filter((name) => TIMELINES[name].required),
      additionalProperties: true,
      properties: Object.fromEntries(
        Object.entries(TIMELINES).map(([name, { schema, description, inBody }]) => [
          name,
          { ...(inBody ? { anyOf: [schema, inBody] } : schema), description },
        ]),
      ),
    } as Schema,
  });
