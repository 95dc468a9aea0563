import { type Section } from './section.js';

const LENGTH_OCTETS = 21;

export interface Identification {
  /** Common code table C-11: 7 is NCEP, 98 ECMWF. */
  centre: number;
  referenceTime: Date;
}

/** Reads section 1. Times are UTC. Throws a GribError for a date that does not exist. */
export function readIdentification(section: Section): Identification {
  section.requireLength(LENGTH_OCTETS);
  const referenceTime = readTime(section, 13);
  if (!referenceTime) throw section.error('its reference time does not exist');
  return { centre: section.unsigned(6, 2), referenceTime };
}

/** Reads a UTC time of seven octets: year (2), month, day, hour, minute, second. Returns undefined if it is invalid. */
export function readTime(section: Section, octet: number): Date | undefined {
  const year = section.unsigned(octet, 2);
  const parts = [2, 3, 4, 5, 6].map((offset) => section.unsigned(octet + offset, 1));
  const [month, day, hour, minute, second] = parts;
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const exists =
    year >= 1000 &&
    time.getUTCMonth() === month - 1 &&
    time.getUTCDate() === day &&
    time.getUTCHours() === hour &&
    time.getUTCMinutes() === minute &&
    time.getUTCSeconds() === second;
  return exists ? time : undefined;
}
