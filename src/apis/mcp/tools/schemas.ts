import { UNIT_SYSTEMS } from '../../../forecast/index.js';
import { LATITUDE, LONGITUDE } from '../../../core/http/index.js';
import { MOST_DAYS, MOST_HOURS, TIMELINES, type WeatherDefaults } from '../weather/weather-request.js';
import { PLAIN_FIELDS } from '../weather/plain-fields.js';

const text = { type: 'string' } as const;
export const texts = { type: 'array', items: text } as const;
export const integer = { type: 'integer' } as const;
export const VALUES = { type: 'array', items: { type: ['number', 'string', 'null'] } } as const;

/** Returns a schema of an object. All members are required, except the optional ones. */
export const objectOf = (properties: Record<string, unknown>, optional: readonly string[] = []) => ({
  type: 'object' as const,
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const withoutExample = ({ type, minimum, maximum }: typeof LATITUDE | typeof LONGITUDE) => ({
  type,
  minimum,
  maximum,
});

/** Returns the arguments of tools about weather. */
export const weatherArguments = ({ fields, hours, days }: WeatherDefaults) => ({
  place: {
    ...text,
    maxLength: 100,
    description:
      'A city, town or village, or an ID from find_place. Narrow it down after a comma: "Paris, TX". Instead of lat and lon.',
  },
  lat: { ...withoutExample(LATITUDE), description: 'Degrees north.' },
  lon: { ...withoutExample(LONGITUDE), description: 'Degrees east.' },
  fields: {
    ...texts,
    minItems: 1,
    description: `Out of ${Object.keys(PLAIN_FIELDS).join(', ')}, temperature, humidity, dewPoint, visibility, or any metric of /v1/weather/fields. Default: ${fields.join(', ')}.`,
  },
  timeline: { ...text, enum: TIMELINES, description: 'Default: hourly.' },
  hours: { ...integer, minimum: 1, maximum: MOST_HOURS, description: `With hourly. Default: ${hours}.` },
  days: { ...integer, minimum: 1, maximum: MOST_DAYS, description: `With daily. Default: ${days}.` },
  startTime: {
    ...text,
    description: 'ISO 8601 with Z or an offset, such as 2026-11-21T08:00:00+01:00. Default: now.',
  },
  units: { ...text, enum: UNIT_SYSTEMS, description: 'Default: metric.' },
});

export const ABOUT_PLACE = {
  lat: { type: 'number' },
  lon: { type: 'number' },
  place: {
    ...objectOf({ id: text, name: text, admin: { type: ['string', 'null'] }, country_code: text }),
    description: 'The place that was found by its name.',
  },
  timezone: { ...text, description: 'IANA name: all times are local.' },
} as const;

/** Members of every result about the weather of several times. */
export const ABOUT_WEATHER = { ...ABOUT_PLACE, times: texts } as const;

export const PROVENANCE = {
  sources: {
    type: 'array',
    items: objectOf({ model: text, run: { type: ['string', 'null'] } }),
    description: 'The weather models and their runs.',
  },
  attribution: { ...texts, description: 'To be shown with the values.' },
  warnings: texts,
} as const;

export const UNITS = {
  type: 'object',
  additionalProperties: text,
  description: 'By column; empty for words and times.',
} as const;
