import lookUp from '@photostructure/tz-lookup';
import { TimeZone } from '../../common/time/time-zone.js';

export const UTC = named('UTC');

/**
 * The time zone of a point, by the map of @photostructure/tz-lookup, which is coarse near borders; over the open sea,
 * that of ships. The meridian opposite Greenwich has one time zone, from whichever side it is named.
 *
 * @param latitude -90..90 degrees
 * @param longitude -180..180 degrees
 */
export function timeZoneAt(latitude: number, longitude: number): TimeZone {
  return named(lookUp(latitude, longitude === -180 ? 180 : longitude));
}

/** A map that is newer than the rules of Node.js may name a zone that they lack. */
function named(name: string): TimeZone {
  const zone = TimeZone.named(name) ?? TimeZone.named('UTC');
  if (!zone) throw new Error('This Node.js has no time zones.');
  return zone;
}
