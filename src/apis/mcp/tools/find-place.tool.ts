import { Injectable } from '@nestjs/common';
import { PlacesService } from '../../../forecast/index.js';
import { integer, objectOf } from './schemas.js';
import type { Tool, ToolAnswer, ToolDescription } from './tool.js';
import type { ToolArguments } from './tool-arguments.js';

const LONGEST_QUERY = 100;
const [FEW, MOST] = [5, 10];
const text = { type: 'string' } as const;

@Injectable()
export class FindPlaceTool implements Tool {
  readonly description: ToolDescription = {
    name: 'find_place',
    title: 'Find a place',
    description:
      'Returns cities, towns and villages by name, the most populous first, with coordinates, country and time zone. Use it where a name is ambiguous.',
    inputSchema: objectOf(
      {
        query: {
          ...text,
          minLength: 1,
          maxLength: LONGEST_QUERY,
          description: 'A name or its beginning, and a country or state after a comma: "Springfield, IL".',
        },
        limit: { ...integer, minimum: 1, maximum: MOST, description: `Default: ${FEW}.` },
      },
      ['limit'],
    ),
    outputSchema: objectOf({
      places: {
        type: 'array',
        items: objectOf({
          id: { ...text, description: 'Usable as place of get_forecast.' },
          name: text,
          matched_name: { ...text, description: 'The name that matches the query.' },
          admin: { type: ['string', 'null'] },
          country: text,
          lat: { type: 'number' },
          lon: { type: 'number' },
          timezone: text,
          population: integer,
        }),
      },
      attribution: text,
    }),
  };

  constructor(private readonly places: PlacesService) {}

  units(): number {
    return 1;
  }

  call(given: ToolArguments): ToolAnswer {
    given.only(['query', 'limit']);
    if (!given.has('query')) given.refuse('query', '"query" is required: the name of a place.');
    const query = given.shortText('query', LONGEST_QUERY);
    const limit = given.whole('limit', 1, MOST) ?? FEW;
    given.check();
    const { data, attribution } = this.places.find(query!, limit, 'en');
    const places = data.map(({ id, name, matched_name, admin, country, lat, lon, timezone, population }) => ({
      id,
      name,
      matched_name,
      admin,
      country,
      lat,
      lon,
      timezone,
      population,
    }));
    const lines = places.map(
      ({ id, name, matched_name, admin, country, lat, lon, population }) =>
        `${[name, admin, country].filter(Boolean).join(', ')} (${lat}, ${lon}), population ${population}, id ${id}${matched_name === name ? '' : `, also called ${matched_name}`}`,
    );
    return {
      text: [...(lines.length > 0 ? lines : ['No place has this name.']), attribution].join('\n'),
      structured: { places, attribution },
      units: 1,
    };
  }
}
