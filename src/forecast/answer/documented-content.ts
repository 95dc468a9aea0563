import type { Type } from '@nestjs/common';
import { type ApiResponseNoStatusOptions, getSchemaPath } from '@nestjs/swagger';

type Content = Extract<ApiResponseNoStatusOptions, { content?: unknown }>['content'];

const CSV_EXAMPLE = 'lat,lon,time,temperature\r\n42.3478,-71.0466,2026-11-21T03:00:00Z,6.1\r\n';

/**
 * Documents the formats of a response.
 * @param geoJson the type of the GeoJSON object
 */
export function documentedContent(type: Type, geoJson: 'Feature' | 'FeatureCollection'): Content {
  return {
    'application/json': { schema: { $ref: getSchemaPath(type) } },
    'application/geo+json': {
      schema: {
        type: 'object',
        required: ['type'],
        properties: { type: { type: 'string', enum: [geoJson] } },
        externalDocs: { url: 'https://www.rfc-editor.org/rfc/rfc7946' },
      },
    },
    'text/csv': { schema: { type: 'string' }, example: CSV_EXAMPLE },
    'application/vnd.apache.parquet': { schema: { type: 'string', format: 'binary' } },
  };
}
