import { LATITUDE, LONGITUDE } from '../../http/coordinates.js';
import { quoted } from '../../http/problems/quoted.js';
import { type AskedParameters } from './asked-parameters.js';

/** A place that is asked for by its name. */
interface NamedPlace {
  name: string;
  lat: number;
  lon: number;
}

export type FindPlace = (name: string) => NamedPlace | undefined;

export interface AskedLocation {
  /** Degrees, rounded to four decimals. */
  latitude: number;
  longitude: number;
  /** Where it was asked for by a name. */
  name?: string;
}

const COORDINATES = /^([+-]?\d{1,3}(?:\.\d*)?)\s*,\s*([+-]?\d{1,3}(?:\.\d*)?)$/;
/** What a program writes that has no coordinates; there is a city of Nan in the province of Nan. */
const NO_NUMBER = 'NaN';
const LONGEST_NAME = 100;
const TEN_THOUSANDTHS = 10_000;
const EXPECTED = 'use "latitude,longitude" in decimal degrees, or the name of a city.';

/** A point as text, as two numbers, as GeoJSON, or by the name of a city. @throws Problem invalid_parameter */
export function readLocation(asked: AskedParameters, find: FindPlace): AskedLocation {
  const value = asked.value('location');
  if (typeof value === 'object' && !Array.isArray(value)) return ofGeoJson(value!, asked);
  const text = asked.text('location') ?? asked.refuse('location', `it is required; ${EXPECTED}`);
  const match = COORDINATES.exec(text);
  return match ? located(Number(match[1]), Number(match[2]), asked) : ofName(text, asked, find);
}

function ofName(text: string, asked: AskedParameters, find: FindPlace): AskedLocation {
  const isName = text.length <= LONGEST_NAME && !text.startsWith(NO_NUMBER);
  const place = isName ? find(text) : undefined;
  if (!place) return asked.refuse('location', `"${quoted(text)}" is unknown; ${EXPECTED}`);
  return { ...located(place.lat, place.lon, asked), name: place.name };
}

function ofGeoJson(geometry: object, asked: AskedParameters): AskedLocation {
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown };
  if (type !== 'Point') return asked.refuse('location', 'of GeoJSON, only a Point is supported.');
  const [longitude, latitude] = Array.isArray(coordinates) ? (coordinates as unknown[]) : [];
  if (typeof longitude !== 'number' || typeof latitude !== 'number')
    return asked.refuse('location', 'the coordinates of a Point are [longitude, latitude].');
  return located(latitude, longitude, asked);
}

function located(latitude: number, longitude: number, asked: AskedParameters): AskedLocation {
  if (!(Math.abs(latitude) <= LATITUDE.maximum))
    asked.refuse('location', `the latitude must be from ${LATITUDE.minimum} to ${LATITUDE.maximum}.`);
  if (!(Math.abs(longitude) <= LONGITUDE.maximum))
    asked.refuse('location', `the longitude must be from ${LONGITUDE.minimum} to ${LONGITUDE.maximum}.`);
  return { latitude: fourDecimals(latitude), longitude: fourDecimals(longitude) };
}

/** Without a negative zero, which JSON has none of. */
function fourDecimals(degrees: number): number {
  return Math.round(degrees * TEN_THOUSANDTHS) / TEN_THOUSANDTHS + 0;
}
