import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiQuery } from '@nestjs/swagger';
import { METRIC_NAMES } from '../../meteo/metrics.js';
import { SOURCES, TIMELINES, UNIT_SYSTEMS } from './forecast-query.js';

/** Documents the query parameters of a forecast request; `forecast-query.ts` checks them. */
export const ForecastParameters = () =>
  applyDecorators(
    ApiQuery({
      name: 'lat',
      schema: { type: 'number', minimum: -90, maximum: 90, example: 42.3478 },
      description: 'Latitude in degrees, as a plain decimal. Rounded to four decimal places.',
    }),
    ApiQuery({
      name: 'lon',
      schema: { type: 'number', minimum: -180, maximum: 180, example: -71.0466 },
      description: 'Longitude in degrees east, as a plain decimal. Rounded to four decimal places.',
    }),
    list('fields', METRIC_NAMES, 'The metrics to return, separated by commas. Default: all.'),
    list('timelines', TIMELINES, 'The time steps to return. Default: `hourly`.'),
    ApiQuery({
      name: 'timezone',
      required: false,
      schema: { type: 'string', default: 'UTC', example: 'America/New_York' },
      description:
        'The time zone of daily boundaries: an IANA name, or `auto` for the time zone of the location. Default: `UTC`. All times in the response are UTC.',
    }),
    choice('units', UNIT_SYSTEMS, 'metric', 'The units of the values. Default: `metric`.'),
    time(
      'startTime',
      'The first entry is the first full hour or minute at or after it, and the local day that contains it. Default: the current hour, minute and local day.',
    ),
    time(
      'endTime',
      'Entries begin before it; at most 16 days after the start. Default: 120 hours, 60 minutes or 5 days.',
    ),
    choice(
      'source',
      SOURCES,
      'auto',
      'The model to use, or `climatology` for long-term monthly averages, which are not a forecast and have no daily cycle. Default: `auto`, the newest model run that covers the request, or climatology if there is none.',
    ),
    ApiQuery({
      name: 'elevation',
      required: false,
      schema: { type: 'number', minimum: -500, maximum: 9000, example: 14 },
      description:
        "The location's height above sea level in meters, as a plain decimal. Temperature, dew point and pressure are corrected to it. Default: the height of the source's terrain.",
    }),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      schema: { type: 'string' },
      description: 'The `ETag` of a response you already have. Returns 304 while it is current.',
    }),
    ApiHeader({
      name: 'If-Modified-Since',
      required: false,
      schema: { type: 'string' },
      description: 'The `Last-Modified` of a response you already have. `If-None-Match` takes precedence.',
    }),
  );

function list(name: string, known: readonly string[], description: string) {
  const items = { type: 'string', enum: [...known] };
  const schema = { type: 'array', minItems: 1, items };
  return ApiQuery({ name, required: false, style: 'form', explode: false, schema, description });
}

function choice(name: string, known: readonly string[], byDefault: string, description: string) {
  const schema = { type: 'string', enum: [...known], default: byDefault };
  return ApiQuery({ name, required: false, schema, description });
}

function time(name: string, description: string) {
  const format = 'ISO 8601 with `Z` or an offset.';
  const schema = { type: 'string', format: 'date-time' };
  return ApiQuery({ name, required: false, schema, description: `${format} ${description}` });
}
