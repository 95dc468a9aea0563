import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CrossOrigin, Endpoint } from '../../core/http/index.js';
import { RequiresApiKeyOrSession } from '../../usage/index.js';
import { NearestPlacesDto, NearestPlacesQueryDto, PlacesDto, PlacesQueryDto } from './places.dto.js';
import { PlacesService } from './places.service.js';

/** Results change only with a new version of the service. */
const HOUR = 'private, max-age=3600';

@ApiTags('Places')
@Controller('v1/places')
export class PlacesController {
  constructor(private readonly places: PlacesService) {}

  @CrossOrigin()
  @Get()
  @Header('cache-control', HOUR)
  @RequiresApiKeyOrSession('forecast:read')
  @Endpoint({
    id: 'findPlaces',
    summary: 'Find places',
    description:
      'Returns cities, towns and villages with a name, then those whose name begins with it, then those with another name that begins with it; the most populous first in each group. `matched_name` says which name matched. With a session, it costs no units.',
  })
  @ApiOkResponse({ type: PlacesDto, description: 'The places.' })
  find(@Query() { query, limit, language }: PlacesQueryDto): PlacesDto {
    return this.places.find(query, limit!, language!);
  }

  @CrossOrigin()
  @Get('nearest')
  @Header('cache-control', HOUR)
  @RequiresApiKeyOrSession('forecast:read')
  @Endpoint({
    id: 'findNearestPlaces',
    summary: 'Find the nearest places',
    description:
      'Returns the cities, towns and villages around a location, the nearest first. With a session, it costs no units.',
  })
  @ApiOkResponse({ type: NearestPlacesDto, description: 'The places.' })
  nearest(@Query() { lat, lon, limit, language }: NearestPlacesQueryDto): NearestPlacesDto {
    return this.places.nearest(lat, lon, limit!, language!);
  }
}
