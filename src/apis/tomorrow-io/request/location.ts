import { LATITUDE, LONGITUDE, quoted } from '../../../core/http/index.js';
import { type AskedParameters } from './asked-parameters.js';

/** A place requested by name. */
interface NamedPlace {
  name: string;
  lat: number;
  lon: number;
}

/** Returns the place with a name, or else the names that may be meant. */
export type FindPlace = (name: string) => NamedPlace | readonly string[];

export interface AskedLocation {
  /** Degrees, rounded to four decimals. */
  latitude: number;
  longitude: number;
  /** Set if the location was requested by name. */
  name?: string;
}

const COORDINATES = /^([+-]?\d{1,3}(?:\.\d*)?)\s*,\s*([+-]?\d{1,3}(?:\.\d*)?)$/;
/** Also with an exponent or a hemisphere. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)\s*°?\s*(?:e[+-]?\d+|[nsew])?$/i;
const LETTER = /\p{L}/u;
/** What programs write for a missing number. */
const NO_NUMBER = /^(?:[+-]?(?:nan|inf(?:inity)?)|none|null|undefined)$/i;
/** The spelling that programs use; in other cases it may be the city of Nan in the province of Nan. */
const PROGRAMS_NAN = 'NaN';
const LONGEST_NAME = 100;
const TEN_THOUSANDTHS = 10_000;
const EXPECTED = 'use "latitude,longitude" in decimal degrees, or the name of a city.';

/** Reads a location given as text, two numbers, GeoJSON or the name of a city. @throws Problem invalid_parameter */
export function readLocation(asked: AskedParameters, find: FindPlace): AskedLocation {
  const value = asked.value('location');
  if (Array.isArray(value)) return ofList(value as unknown[], asked);
  if (typeof value === 'object') return ofGeoJson(value!, asked);
  const text = asked.text('location') ?? asked.refuse('location', `it is required; ${EXPECTED}`);
  const match = COORDINATES.exec(text);
  return match ? located(Number(match[1]), Number(match[2]), asked) : ofName(text, asked, find);
}

function ofName(text: string, asked: AskedParameters, find: FindPlace): AskedLocation {
  const isName = text.length <= LONGEST_NAME && !isBrokenPoint(text);
  const found = isName ? find(text) : [];
  if ('name' in found) return { ...located(found.lat, found.lon, asked), name: found.name };
  const meant = found.length > 0 ? ` Did you mean ${found.map((name) => `"${name}"`).join(' or ')}?` : '';
  return asked.refuse('location', `"${quoted(text)}" is unknown; ${EXPECTED}${meant}`);
}

/** Whether a text is malformed coordinates, which must not match a town that happens to have that name. */
function isBrokenPoint(text: string): boolean {
  const [first, ...others] = text.split(',').map((part) => part.trim());
  return (
    !LETTER.test(first) ||
    NUMBER.test(first) ||
    first === PROGRAMS_NAN ||
    others.some((part) => !LETTER.test(part) || NUMBER.test(part) || NO_NUMBER.test(part)) ||
    (first.toLowerCase() !== 'nan' && others.length > 0 && NO_NUMBER.test(first))
  );
}

function ofList(entries: readonly unknown[], asked: AskedParameters): AskedLocation {
  const [latitude, longitude] = entries;
  if (entries.length !== 2 || typeof latitude !== 'number' || typeof longitude !== 'number')
    return asked.refuse('location', 'a list has exactly two numbers, [latitude, longitude].');
  return located(latitude, longitude, asked);
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

/** Rounds to four decimals, without the negative zero that JSON.stringify cannot represent. */
function fourDecimals(degrees: number): number {
  return Math.round(degrees * TEN_THOUSANDTHS) / TEN_THOUSANDTHS + 0;
}
