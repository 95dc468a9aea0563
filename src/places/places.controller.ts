import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Gazetteer, GAZETTEER_ATTRIBUTION, type Place } from '../gazetteer/gazetteer.js';
import { CrossOrigin } from '../http/cross-origin.decorator.js';
import { ApiProblems } from '../http/problems/api-problems.decorator.js';
import { RequiresApiKey } from '../usage/requires-api-key.decorator.js';
import {
  NearestPlacesDto,
  NearestPlacesQueryDto,
  type PlaceDto,
  PlacesDto,
  PlacesQueryDto,
} from './places.dto.js';

/** The same until the service is replaced by another version. */
const HOUR = 'private, max-age=3600';

@ApiTags('Places')
@Controller('v1/places')
export class PlacesController {
  @CrossOrigin()
  @Get()
  @Header('cache-control', HOUR)
  @ApiProblems('ambiguous_api_key', 'invalid_parameter')
  @RequiresApiKey('forecast:read')
  @ApiOperation({
    operationId: 'findPlaces',
    summary: 'Find places',
    description:
      'Returns cities, towns and villages with a name, then those whose name begins with it; the most populous first in each group.',
  })
  @ApiOkResponse({ type: PlacesDto, description: 'The places.' })
  find(@Query() { query, limit, language }: PlacesQueryDto): PlacesDto {
    const inLanguage = placesIn(language!);
    return {
      data: Gazetteer.own.find(query, limit!).map(inLanguage),
      attribution: GAZETTEER_ATTRIBUTION,
    };
  }

  @CrossOrigin()
  @Get('nearest')
  @Header('cache-control', HOUR)
  @ApiProblems('ambiguous_api_key', 'invalid_parameter')
  @RequiresApiKey('forecast:read')
  @ApiOperation({
    operationId: 'findNearestPlaces',
    summary: 'Find the nearest places',
    description: 'Returns the cities, towns and villages around a location, the nearest first.',
  })
  @ApiOkResponse({ type: NearestPlacesDto, description: 'The places.' })
  nearest(@Query() { lat, lon, limit, language }: NearestPlacesQueryDto): NearestPlacesDto {
    const inLanguage = placesIn(language!);
    return {
      data: Gazetteer.own.nearest(lat, lon, limit!).map(({ place, kilometres }) => ({
        ...inLanguage(place),
        distance_km: Math.round(kilometres * 10) / 10,
      })),
      attribution: GAZETTEER_ATTRIBUTION,
    };
  }
}

/** Places as they are served, with the names of countries in a language. */
function placesIn(language: string): (place: Place) => PlaceDto {
  const countries = new Intl.DisplayNames([language, 'en'], { type: 'region' });
  return ({ id, name, countryCode, division, latitude, longitude, elevation, timeZone, population }) => ({
    id,
    name,
    country_code: countryCode,
    country: countries.of(countryCode) ?? countryCode,
    admin: division,
    lat: latitude,
    lon: longitude,
    elevation,
    timezone: timeZone,
    population,
  });
}
