import { BIAS_NUMBERS, ERROR_RATE, LEAST_CASES, correctionOf } from './bias-experts.js';
import { DAY_HOURS } from './kept-values.js';
import { HOUR_BIN, HOUR_BINS } from './score-day.js';

/** What is corrected. */
export const CORRECTED_FIELDS = ['temperature', 'dewPoint'] as const;
/** Days ahead that have corrections of their own; later ones have that of the last. */
export const LEAD_DAYS = 5;
/** Corrections of a station, [field][lead day][hour bin]. */
export const STATION_CORRECTIONS = CORRECTED_FIELDS.length * LEAD_DAYS * HOUR_BINS;

/** In place of a correction where a station has none. */
export const NO_CORRECTION = -128;

/** Biases and errors are kept in steps of 0.004 degrees: with larger ones, slow experts would learn nothing more. */
const STEPS = 250;
const TENTHS = 10;
/** More cases make no difference, and differences fit into 16 bits. */
const MOST = 16_000;

/** After the biases, for each field: on how many days something was carried here, and the errors without and with it. */
const CARRIED = STATION_CORRECTIONS * BIAS_NUMBERS;
const CARRIED_NUMBERS = 3;
const PUT_OUT = CARRIED + CORRECTED_FIELDS.length * CARRIED_NUMBERS;
/** Numbers of a station, whole ones. The last one is 1 if the checks have put it out. */
export const STATION_BIASES = PUT_OUT + 1;

/** Carrying is judged by so many days of stations. */
const LEAST_DAYS = 30;
const FULL_GAIN = 0.02;

/** Returns which of a station's corrections is for a field, lead and hour of the day. */
export function correctionIndex(field: number, leadHours: number, hour: number): number {
  const day = Math.min(Math.max(Math.floor(leadHours / DAY_HOURS), 0), LEAD_DAYS - 1);
  return (field * LEAD_DAYS + day) * HOUR_BINS + Math.floor(hour / HOUR_BIN);
}

/** Reads one of a station's biases: see `BIAS_NUMBERS`. */
export function readBias(biases: Int16Array, station: number, correction: number, bias: Float64Array): void {
  const first = station * STATION_BIASES + correction * BIAS_NUMBERS;
  for (let i = 0; i < BIAS_NUMBERS; i++) bias[i] = biases[first + i] / (i === 0 ? 1 : STEPS);
}

export function writeBias(biases: Int16Array, station: number, correction: number, bias: Float64Array): void {
  const first = station * STATION_BIASES + correction * BIAS_NUMBERS;
  bias.forEach((number, i) => (biases[first + i] = whole(number * (i === 0 ? 1 : STEPS))));
}

/** Whether the checks have put a station out: it has no corrections then. */
export function isPutOut(biases: Int16Array, station: number): boolean {
  return biases[station * STATION_BIASES + PUT_OUT] === 1;
}

export function setPutOut(biases: Int16Array, station: number, isOut: boolean): void {
  biases[station * STATION_BIASES + PUT_OUT] = isOut ? 1 : 0;
}

/** Returns the corrections of one or more stations in tenths of a degree, or `NO_CORRECTION`: [station][correction]. */
export function correctionsOf(biases: Int16Array): Int8Array {
  const stations = biases.length / STATION_BIASES;
  const corrections = new Int8Array(stations * STATION_CORRECTIONS).fill(NO_CORRECTION);
  const bias = new Float64Array(BIAS_NUMBERS);
  for (let station = 0; station < stations; station++) {
    if (isPutOut(biases, station)) continue;
    for (let i = 0; i < STATION_CORRECTIONS; i++) {
      readBias(biases, station, i, bias);
      if (bias[0] >= LEAST_CASES)
        corrections[station * STATION_CORRECTIONS + i] = Math.round(TENTHS * correctionOf(bias));
    }
  }
  return corrections;
}

/** Returns a correction in degrees: none is 0. */
export function degreesOf(correction: number): number {
  return correction === NO_CORRECTION ? 0 : correction / TENTHS;
}

/** Returns the mean of a station's corrections for a field, in degrees, over all leads and hours that have one; else NaN. */
export function meanCorrection(corrections: Int8Array, field: number): number {
  const ofField = corrections.subarray(correctionIndex(field, 0, 0), correctionIndex(field + 1, 0, 0));
  const known = ofField.filter((correction) => correction !== NO_CORRECTION);
  return known.reduce((sum, correction) => sum + correction, 0) / known.length / TENTHS;
}

/** What the corrections of a station's neighbors would have been worth there: mean absolute errors, in degrees. */
export interface CarriedErrors {
  readonly days: number;
  readonly raw: number;
  readonly carried: number;
}

export function carriedErrors(biases: Int16Array, station: number, field: number): CarriedErrors {
  const first = station * STATION_BIASES + CARRIED + field * CARRIED_NUMBERS;
  const [days, raw, carried] = biases.subarray(first, first + CARRIED_NUMBERS);
  return { days, raw: raw / STEPS, carried: carried / STEPS };
}

/** Adds the errors of a day, which forget as those of the experts do. */
export function learnCarried(
  biases: Int16Array,
  station: number,
  field: number,
  day: Omit<CarriedErrors, 'days'>,
): void {
  const before = carriedErrors(biases, station, field);
  const days = before.days + 1;
  const rate = Math.max(ERROR_RATE, 1 / days);
  const after = (['raw', 'carried'] as const).map((name) => before[name] + rate * (day[name] - before[name]));
  const first = station * STATION_BIASES + CARRIED + field * CARRIED_NUMBERS;
  biases.set([whole(days), ...after.map((error) => whole(error * STEPS))], first);
}

/**
 * Returns how much of the corrections counts in a region: none where carrying them from station to station doesn't help at
 * the stations that were left out, and all once it helps a little. Undefined until that was seen often enough.
 */
export function carriedShare(stations: readonly CarriedErrors[]): number | undefined {
  const sum = (name: keyof CarriedErrors) => stations.reduce((total, station) => total + station[name], 0);
  const raw = sum('raw');
  if (sum('days') < LEAST_DAYS || raw === 0) return undefined;
  const gain = 1 - sum('carried') / raw;
  // In hundredths, so that the state changes less often.
  return Math.round(Math.min(Math.max(gain / FULL_GAIN, 0), 1) * 100) / 100;
}

function whole(number: number): number {
  return Math.round(Math.min(Math.max(number, -MOST), MOST));
}
