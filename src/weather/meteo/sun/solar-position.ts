import { DAY_MS, HOUR_MS } from '../../time/index.js';
import { newSeries } from '../series.js';

const RADIANS = Math.PI / 180;
const DAYS_PER_CENTURY = 36_525;
/** 2000-01-01T12:00:00Z, the epoch of the formulas. */
const EPOCH_J2000_MS = Date.UTC(2000, 0, 1, 12);

/** The part of the sun's position that depends on time alone. */
export interface SolarEphemeris {
  /** Degrees north of the celestial equator, -23.5..23.5. */
  declination: number;
  /** Minutes that a sundial is ahead of mean solar time, -15..17. */
  equationOfTimeMinutes: number;
}

/** The sun's position in the sky of a place. */
export interface SolarPosition extends SolarEphemeris {
  /** Degrees past solar noon, -180..180; negative before it. */
  hourAngle: number;
  /** Cosine of the angle between the sun's center and the zenith, without refraction; negative below the horizon. */
  cosZenith: number;
}

/**
 * Returns declination and equation of time by the formulas of NOAA's solar calculator (gml.noaa.gov/grad/solcalc, after
 * J. Meeus, Astronomical Algorithms, chapters 25 and 28), accurate to 0.01 degrees and 0.05 minutes from 1900 to 2100.
 *
 * @param timeMs milliseconds since 1970-01-01T00:00:00Z
 */
export function solarEphemeris(timeMs: number): SolarEphemeris {
  const centuries = (timeMs - EPOCH_J2000_MS) / (DAY_MS * DAYS_PER_CENTURY);
  const meanLongitude = (280.46646 + centuries * (36_000.76983 + centuries * 0.0003032)) * RADIANS;
  const meanAnomaly = (357.52911 + centuries * (35_999.05029 - 0.0001537 * centuries)) * RADIANS;
  const eccentricity = 0.016708634 - centuries * (0.000042037 + 0.0000001267 * centuries);
  const equationOfCentre =
    Math.sin(meanAnomaly) * (1.914602 - centuries * (0.004817 + 0.000014 * centuries)) +
    Math.sin(2 * meanAnomaly) * (0.019993 - 0.000101 * centuries) +
    Math.sin(3 * meanAnomaly) * 0.000289;
  const moonNode = (125.04 - 1934.136 * centuries) * RADIANS;
  const apparentLongitude =
    meanLongitude + (equationOfCentre - 0.00569 - 0.00478 * Math.sin(moonNode)) * RADIANS;
  const obliquitySeconds = 21.448 - centuries * (46.815 + centuries * (0.00059 - centuries * 0.001813));
  const obliquity = (23 + (26 + obliquitySeconds / 60) / 60 + 0.00256 * Math.cos(moonNode)) * RADIANS;
  const y = Math.tan(obliquity / 2) ** 2;
  const equationOfTime =
    y * Math.sin(2 * meanLongitude) -
    2 * eccentricity * Math.sin(meanAnomaly) +
    4 * eccentricity * y * Math.sin(meanAnomaly) * Math.cos(2 * meanLongitude) -
    0.5 * y * y * Math.sin(4 * meanLongitude) -
    1.25 * eccentricity * eccentricity * Math.sin(2 * meanAnomaly);
  return {
    declination: Math.asin(Math.sin(obliquity) * Math.sin(apparentLongitude)) / RADIANS,
    // The earth turns 360 degrees in 1440 minutes.
    equationOfTimeMinutes: (equationOfTime / RADIANS) * 4,
  };
}

/**
 * Returns the sun's position in the sky of a place (NOAA's solar calculator), without refraction and parallax.
 *
 * @param timeMs milliseconds since 1970-01-01T00:00:00Z
 * @param latitude degrees north, -90..90
 * @param longitude degrees east, -180..180 or 0..360
 */
export function solarPosition(timeMs: number, latitude: number, longitude: number): SolarPosition {
  const ephemeris = solarEphemeris(timeMs);
  return { ...ephemeris, ...inTheSky(ephemeris, timeMs, latitude, longitude) };
}

/** Returns the sun's position in the sky from an ephemeris of about the same time. Arguments as for `solarPosition`. */
function inTheSky(
  { declination, equationOfTimeMinutes }: SolarEphemeris,
  timeMs: number,
  latitude: number,
  longitude: number,
): Pick<SolarPosition, 'hourAngle' | 'cosZenith'> {
  const hourAngle = hourAngleOf(turnsAt(timeMs, equationOfTimeMinutes), longitude);
  const cosZenith =
    Math.sin(latitude * RADIANS) * Math.sin(declination * RADIANS) +
    Math.cos(latitude * RADIANS) * Math.cos(declination * RADIANS) * Math.cos(hourAngle * RADIANS);
  return { hourAngle, cosZenith };
}

const HOURS_PER_DAY = 24;

/** The hourly solar values that are the same for all places. */
interface HourlySun {
  firstHourMs: number;
  sinDeclination: Float64Array;
  cosDeclination: Float64Array;
  /** Apparent solar time at Greenwich, in days since midnight. */
  turns: Float64Array;
}

/** Cached, since most requests ask for the same hours. */
let latestSun: HourlySun | undefined;

/**
 * Returns the cosine of the sun's zenith angle for each hour. Declination and equation of time are computed once a day
 * and interpolated linearly in between, accurate to 0.002 degrees.
 *
 * @param firstHourMs milliseconds since 1970-01-01T00:00:00Z
 * @param latitude degrees north, -90..90
 * @param longitude degrees east, -180..180 or 0..360
 */
export function hourlyCosZenith(
  firstHourMs: number,
  hours: number,
  latitude: number,
  longitude: number,
): Float64Array {
  const isLatest = latestSun?.firstHourMs === firstHourMs && latestSun.turns.length >= hours;
  latestSun = isLatest && latestSun ? latestSun : hourlySun(firstHourMs, hours);
  const { sinDeclination, cosDeclination, turns } = latestSun;
  const sinLatitude = Math.sin(latitude * RADIANS);
  const cosLatitude = Math.cos(latitude * RADIANS);
  const cosines = newSeries(hours);
  for (let i = 0; i < hours; i++) {
    const cosHourAngle = Math.cos(hourAngleOf(turns[i], longitude) * RADIANS);
    cosines[i] = sinLatitude * sinDeclination[i] + cosLatitude * cosDeclination[i] * cosHourAngle;
  }
  return cosines;
}

function hourlySun(firstHourMs: number, hours: number): HourlySun {
  const sun = {
    firstHourMs,
    sinDeclination: new Float64Array(hours),
    cosDeclination: new Float64Array(hours),
    turns: new Float64Array(hours),
  };
  let today = solarEphemeris(firstHourMs);
  for (let first = 0; first < hours; first += HOURS_PER_DAY) {
    const tomorrow = solarEphemeris(firstHourMs + (first + HOURS_PER_DAY) * HOUR_MS);
    for (let i = 0; i < HOURS_PER_DAY && first + i < hours; i++) {
      const { declination, equationOfTimeMinutes } = between(today, tomorrow, i / HOURS_PER_DAY);
      sun.sinDeclination[first + i] = Math.sin(declination * RADIANS);
      sun.cosDeclination[first + i] = Math.cos(declination * RADIANS);
      sun.turns[first + i] = turnsAt(firstHourMs + (first + i) * HOUR_MS, equationOfTimeMinutes);
    }
    today = tomorrow;
  }
  return sun;
}

function between(before: SolarEphemeris, after: SolarEphemeris, share: number): SolarEphemeris {
  const { declination, equationOfTimeMinutes } = before;
  return {
    declination: declination + share * (after.declination - declination),
    equationOfTimeMinutes:
      equationOfTimeMinutes + share * (after.equationOfTimeMinutes - equationOfTimeMinutes),
  };
}

function turnsAt(timeMs: number, equationOfTimeMinutes: number): number {
  const dayShare = timeMs / DAY_MS - Math.floor(timeMs / DAY_MS);
  return dayShare + equationOfTimeMinutes / 1440;
}

function hourAngleOf(turnsAtGreenwich: number, longitude: number): number {
  const turns = turnsAtGreenwich + longitude / 360;
  return (turns - Math.floor(turns)) * 360 - 180;
}
