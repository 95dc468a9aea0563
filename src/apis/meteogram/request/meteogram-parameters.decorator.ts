import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { FreshnessConditions, PARAMETERS } from '../../../forecast/index.js';
import { THEMES } from '../drawing/paint.js';
import { HOURS, PNG_THEMES, SCALES, SHARED, WIDTH } from './meteogram-parameters.js';

type ApiQuerySchema = Extract<Parameters<typeof ApiQuery>[0], { schema: unknown }>['schema'];

/** What differs from a forecast request. */
const OTHERWISE: Partial<Record<(typeof SHARED)[number], { schema?: object; description: string }>> = {
  place: {
    description:
      'The name or ID of a place, instead of `lat` and `lon`. Add a country or a state after a comma to narrow it down: `Paris, TX`. The first result of `GET /v1/places` is used. It does not set `elevation`.',
  },
  timezone: {
    schema: { type: 'string', default: 'auto', example: 'America/New_York' },
    description:
      'The time zone of days and hours: an IANA name, or `auto` for the time zone of the location. Default: `auto`.',
  },
  startTime: {
    description:
      'ISO 8601 with `Z` or an offset. The first full hour at or after it is the first one. Default: the current hour.',
  },
  source: {
    schema: { type: 'string', default: 'auto', example: 'gfs' },
    description:
      'The model to draw, or `auto` for the newest runs of all models together. Default: `auto`. Long-term averages are never drawn.',
  },
};

const shared = SHARED.map((name) => ({
  name,
  schema: PARAMETERS[name].schema,
  description: PARAMETERS[name].inQuery,
  ...OTHERWISE[name],
}));
const own = (themes: readonly string[]) => [
  { name: 'hours', schema: HOURS, description: 'How many hours to draw, 6 to 240. Default: 48.' },
  {
    name: 'width',
    schema: WIDTH,
    description: 'The width in pixels, 320 to 1200. The height follows. Default: 600.',
  },
  {
    name: 'theme',
    schema: { type: 'string', enum: [...themes], default: 'light' },
    description: themes.includes('auto')
      ? "The colors; `auto` follows the reader's settings. Default: `light`."
      : 'The colors. Default: `light`.',
  },
];
const scale = {
  name: 'scale',
  schema: { type: 'integer', enum: SCALES.map(Number), default: 1 },
  description:
    'How many pixels of the image stand for one of `width`; 2 for high-density displays. Default: 1.',
};

/** Documents the query parameters of a meteogram. */
export const MeteogramParameters = (form: 'svg' | 'png') =>
  applyDecorators(
    ...[...shared, ...own(form === 'svg' ? THEMES : PNG_THEMES), ...(form === 'png' ? [scale] : [])].map(
      ({ schema, ...parameter }) =>
        ApiQuery({ ...parameter, required: false, schema: schema as ApiQuerySchema }),
    ),
    FreshnessConditions(),
  );
