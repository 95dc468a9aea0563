import { Injectable } from '@nestjs/common';
import { GAZETTEER_ATTRIBUTION, type Place } from '../../weather/gazetteer/index.js';
import { ownGazetteer } from './own-gazetteer.js';
import type { NearestPlacesDto, PlaceDto, PlacesDto } from './places.dto.js';

/** Serves places, with country names in a language (BCP 47). */
@Injectable()
export class PlacesService {
  find(query: string, limit: number, language: string): PlacesDto {
    return {
      data: ownGazetteer().find(query, limit).map(placesIn(language)),
      attribution: GAZETTEER_ATTRIBUTION,
    };
  }

  nearest(latitude: number, longitude: number, limit: number, language: string): NearestPlacesDto {
    const inLanguage = placesIn(language);
    return {
      data: ownGazetteer()
        .nearest(latitude, longitude, limit)
        .map(({ place, kilometres }) => ({
          ...inLanguage(place),
          distance_km: Math.round(kilometres * 10) / 10,
        })),
      attribution: GAZETTEER_ATTRIBUTION,
    };
  }
}

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
