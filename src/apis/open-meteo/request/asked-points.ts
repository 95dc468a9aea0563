import { TimeZone } from '../../../core/time/index.js';
import { LATITUDE, LONGITUDE, withPlainNames } from '../../../core/http/index.js';
import { MOST_LOCATIONS, UTC, timeZoneAt } from '../../../forecast/index.js';
import { AskedValues, LIST_SEPARATOR, type RawParameters, refuse } from './asked-values.js';
import { readTimeRanges, type TimeRanges } from './time-ranges.js';

const LOWEST_METRES = -500;
const HIGHEST_METRES = 9000;

/** The clock of a location. Its current offset applies to the whole response, as in Open-Meteo. */
export interface LocalClock {
  timezone: string;
  abbreviation: string;
  offsetMs: number;
}

/** A location with its requested steps. */
export interface AskedPoint {
  latitude: number;
  longitude: number;
  /** Meters; undefined for the height of the place, and NaN for values on the models' own terrains. */
  elevation: number | undefined;
  /** As given, or else the position in the request. */
  locationId: number;
  clock: LocalClock;
  ranges: TimeRanges;
}

/** Counts the requested points, as far as possible before validation. */
export function countPoints(raw: RawParameters): number {
  const given = [withPlainNames(raw).latitude]
    .flat()
    .flatMap((value) => (typeof value === 'string' ? value.split(LIST_SEPARATOR) : [value]))
    .filter((value) => typeof value !== 'string' || value.trim() !== '');
  return Math.min(Math.max(given.length, 1), MOST_LOCATIONS);
}

export function readPoints(asked: AskedValues, nowMs: number): AskedPoint[] {
  const [latitudes, longitudes] = [asked.numbers('latitude'), asked.numbers('longitude')];
  const elevations = asked.list('elevation');
  const isNone = (text: string) => /^nan$/i.test(text);
  const heights = new AskedValues({ elevation: elevations.filter((text) => !isNone(text)) }).numbers(
    'elevation',
  );
  if (latitudes.length === 0) refuse('latitude', "Parameter 'latitude' and 'longitude' must not be empty");
  if (latitudes.length !== longitudes.length)
    refuse('longitude', "Parameter 'latitude' and 'longitude' must have the same number of elements");
  if (latitudes.length > MOST_LOCATIONS)
    refuse('latitude', `Parameter 'latitude' and 'longitude' must not exceed ${MOST_LOCATIONS} coordinates.`);
  if (elevations.length > 0 && elevations.length !== latitudes.length)
    refuse('elevation', "Parameter 'elevation' must have the same number of elements as coordinates");
  const ids = asked.wholes('location_id');
  if (ids.length > 0 && ids.length !== latitudes.length)
    refuse('location_id', "Parameter 'location_id' and coordinates must have the same number of elements");
  const zones = asked.list('timezone');
  if (zones.length > 1 && zones.length !== latitudes.length)
    refuse('timezone', "Parameter 'timezone' must have the same number of elements as coordinates");
  for (const metres of heights)
    if (metres < LOWEST_METRES || metres > HIGHEST_METRES)
      refuse(
        'elevation',
        `Elevation must be in range of ${LOWEST_METRES} to ${HIGHEST_METRES} m. Given: ${metres}.`,
      );
  // Most locations share a time zone.
  const known = new Map<string, Pick<AskedPoint, 'clock' | 'ranges'>>();
  const timesOf = (zone: TimeZone) => {
    let times = known.get(zone.name);
    if (!times) {
      const clock = clockOf(zone, nowMs);
      known.set(zone.name, (times = { clock, ranges: readTimeRanges(asked, nowMs, clock.offsetMs) }));
    }
    return times;
  };
  return latitudes.map((latitude, i) => {
    const longitude = longitudes[i];
    if (Math.abs(latitude) > LATITUDE.maximum)
      refuse('latitude', `Latitude must be in range of -90 to 90°. Given: ${latitude}.`);
    if (Math.abs(longitude) > LONGITUDE.maximum)
      refuse('longitude', `Longitude must be in range of -180 to 180°. Given: ${longitude}.`);
    const height = elevations[i];
    return {
      latitude,
      longitude,
      elevation: height === undefined ? undefined : Number(height),
      locationId: ids[i] ?? i,
      ...timesOf(zoneOf(zones[zones.length === 1 ? 0 : i], latitude, longitude)),
    };
  });
}

function zoneOf(name: string | undefined, latitude: number, longitude: number): TimeZone {
  if (name === undefined) return UTC;
  const zone = name === 'auto' ? timeZoneAt(latitude, longitude) : TimeZone.named(name);
  return zone ?? refuse('timezone', 'Invalid timezone');
}

function clockOf(zone: TimeZone, nowMs: number): LocalClock {
  const isGreenwich = zone.name === 'UTC' || zone.name === 'GMT';
  return {
    timezone: isGreenwich ? 'GMT' : zone.name,
    abbreviation: isGreenwich ? 'GMT' : abbreviationOf(zone.name, nowMs),
    offsetMs: zone.offsetMs(nowMs),
  };
}

function abbreviationOf(timeZone: string, nowMs: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(nowMs);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
