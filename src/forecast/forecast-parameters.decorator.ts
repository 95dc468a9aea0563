import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiQuery } from '@nestjs/swagger';
import { METRIC_NAMES } from '../meteo/metrics.js';
import { SOURCES, TIMELINES, UNIT_SYSTEMS } from './forecast-query.js';

/** Documents the query parameters of a forecast request; `forecast-query.ts` checks them. */
export const ForecastParameters = () =>
  applyDecorators(
    ApiQuery({
      name: 'lat',
      schema: { type: 'number', minimum: -90, maximum: 90 },
      description: 'Latitude in degrees, as a plain decimal; four decimals count.',
      example: 42.3478,
    }),
    ApiQuery({
      name: 'lon',
      schema: { type: 'number', minimum: -180, maximum: 180 },
      description: 'Longitude in degrees east, as a plain decimal; four decimals count.',
      example: -71.0466,
    }),
    list('fields', METRIC_NAMES, 'The metrics to answer with, separated by commas; all of them when absent.'),
    list('timelines', TIMELINES, 'The steps of time to answer with; `hourly` when absent.'),
    ApiQuery({
      name: 'timezone',
      required: false,
      schema: { type: 'string' },
      description:
        'The time zone whose midnights bound the days: an IANA name, or `auto` for that of the point; `UTC` when absent. Every time in the answer is UTC all the same.',
      example: 'America/New_York',
    }),
    choice('units', UNIT_SYSTEMS, 'The units of the values; `metric` when absent.'),
    time(
      'startTime',
      'The first entry is the first whole hour or minute at or after it, and the local day that it is in. When absent: the current hour, minute and local day.',
    ),
    time(
      'endTime',
      'Entries begin before it; at most 16 days after the start. When absent: 120 hours, 60 minutes, 5 days.',
    ),
    choice(
      'source',
      SOURCES,
      'The model to take the values from, or `climatology`: long-term monthly means, which are no forecast and have no daily cycle. `auto`, when absent: the newest model run that fits, else climatology.',
    ),
    ApiQuery({
      name: 'elevation',
      required: false,
      schema: { type: 'number', minimum: -500, maximum: 9000 },
      description:
        "The point's height above the sea in metres, as a plain decimal, to which temperature, dew point and pressure are corrected; the height of the source's terrain when absent.",
      example: 1012,
    }),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      schema: { type: 'string' },
      description: 'The `ETag` of an answer that is held already: 304 while it is still right.',
    }),
    ApiHeader({
      name: 'If-Modified-Since',
      required: false,
      schema: { type: 'string' },
      description: 'The `Last-Modified` of an answer that is held already; `If-None-Match` goes before it.',
    }),
  );

function list(name: string, known: readonly string[], description: string) {
  const items = { type: 'string', enum: [...known] };
  const schema = { type: 'array', minItems: 1, items };
  return ApiQuery({ name, required: false, style: 'form', explode: false, schema, description });
}

function choice(name: string, known: readonly string[], description: string) {
  return ApiQuery({ name, required: false, schema: { type: 'string', enum: [...known] }, description });
}

function time(name: string, description: string) {
  const format = 'ISO 8601 with `Z` or an offset.';
  const schema = { type: 'string', format: 'date-time' };
  return ApiQuery({ name, required: false, schema, description: `${format} ${description}` });
}
