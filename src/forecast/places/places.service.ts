import { Injectable } from '@nestjs/common';
import { GAZETTEER_ATTRIBUTION, type Place } from '../../weather/gazetteer/index.js';
import { ownGazetteer } from './own-gazetteer.js';
import type { NearestPlacesDto, PlaceDto, PlacesDto } from './places.dto.js';

/** Serves places, with country names in a language (BCP 47). */
@Injectable()
export class PlacesService {
  find(query: string, limit: number, language: string): PlacesDto {
    const inLanguage = placesIn(language);
    return {
      data: ownGazetteer()
        .find(query, limit)
        .map((place) => ({ ...inLanguage(place), matched_name: place.matchedName })),
      attribution: GAZETTEER_ATTRIBUTION,
    };
  }

  /** Returns the place with an ID, or the most populous one with a name, as a whole. */
  named(idOrName: string, language: string): PlaceDto | undefined {
    const place = ownGazetteer().named(idOrName);
    return place && placesIn(language)(place);
  }

  /** Returns places that somebody who wrote a text may mean, as `named` takes them. */
  suggestions(text: string): string[] {
    return ownGazetteer().suggestions(text);
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
