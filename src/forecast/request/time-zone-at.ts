import lookUp from '@photostructure/tz-lookup';
import { TimeZone } from '../../core/time/index.js';

export const UTC = named('UTC');

/**
 * Returns the time zone of a point by the map of @photostructure/tz-lookup, which is coarse near borders; on the open
 * sea, the nautical time zone. The 180° meridian has one time zone, whether given as 180 or -180.
 *
 * @param latitude -90..90 degrees
 * @param longitude -180..180 degrees
 */
export function timeZoneAt(latitude: number, longitude: number): TimeZone {
  return named(lookUp(latitude, longitude === -180 ? 180 : longitude));
}

/** Falls back to UTC, since the map may be newer than the time zone data of Node.js and name a zone that it lacks. */
function named(name: string): TimeZone {
  const zone = TimeZone.named(name) ?? TimeZone.named('UTC');
  if (!zone) throw new Error('This Node.js has no time zones.');
  return zone;
}
