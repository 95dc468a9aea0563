import { describe, expect, it } from '@jest/globals';
import {
  CHECK_NUMBERS,
  CORRECTED_FIELDS,
  type DayForecast,
  EARLIER_DAYS,
  FORECAST_DAY,
  NO_VALUE,
  OBSERVED_DAY,
  STATION_BIASES,
  STATION_CORRECTIONS,
  carriedShares,
  checksAfter,
  correctionIndex,
  correctionsOf,
  degreesOf,
  heldBefore,
  holdImplausible,
  learnDay,
  meanCorrection,
  mostError,
  observedOffset,
  forecastOffset,
  reliableStations,
} from '../../../../src/weather/verification/index.js';
import { atOnce } from '../../../../src/core/background/index.js';
import { generator } from '../../../support/random.js';

const STATIONS = 9;
const DAYS = 40;
const WRONG_FROM = 20;
const LEADS = Array.from({ length: 7 }, (_, i) => 6 * i - 18);
/** The first station goes wrong. It stands in the middle of the others. */
const PLACES = Array.from({ length: STATIONS }, (_, i) => ({
  x: i === 0 ? 0 : (15 + 3 * i) * Math.cos(i),
  y: i === 0 ? 0 : (15 + 3 * i) * Math.sin(i),
}));

/** What the first station reports, given the truth in tenths. */
type Fault = (truth: number, hour: number) => number;
const FAULTS: Record<string, Fault> = {
  'is stuck': () => 104,
  'reports 20 degrees too much': (truth) => truth + 200,
  'was moved 600 meters up': (truth) => truth - 39,
  'stands over warm asphalt by day': (truth, hour) => truth + (hour > 9 && hour < 20 ? 80 : 0),
  'falls silent': () => NO_VALUE,
};

/** Returns the errors that are left at the other stations, by their neighbors' corrections alone, since it went wrong. */
function errorsOfNeighbors(fault: Fault): { raw: number; carried: number } {
  const random = generator(9);
  const noise = (most: number) => Math.round((random() + random() + random() - 1.5) * most);
  const own = PLACES.map(() => noise(5));
  let checks: Float32Array = new Float32Array(STATIONS * CHECK_NUMBERS);
  let biases: Int16Array = new Int16Array(STATIONS * STATION_BIASES);
  const reported: Int16Array[] = [];
  let [raw, carried] = [0, 0];
  for (let day = 0; day < DAYS; day++) {
    const observed = new Int16Array(STATIONS * OBSERVED_DAY).fill(NO_VALUE);
    const forecasts = LEADS.map((leadHours): DayForecast => {
      const values = new Int16Array(STATIONS * FORECAST_DAY).fill(NO_VALUE);
      return { source: 'auto_uncorrected', leadHours, values };
    });
    const corrections = correctionsOf(biases);
    for (let station = 0; station < STATIONS; station++) {
      const suggested = carriedTo(station, corrections);
      for (let hour = 0; hour < 24; hour++) {
        const truth = Math.round(150 + 50 * Math.cos((Math.PI * (hour - 15)) / 12)) + noise(10);
        const isWrong = station === 0 && day >= WRONG_FROM;
        observed[observedOffset('temperature', station) + hour] = isWrong ? fault(truth, hour) : truth;
        observed[observedOffset('windSpeed', station) + hour] = 20 + (hour % 5);
        for (const { leadHours, values } of forecasts) {
          if (leadHours + hour < 0) continue;
          // Everywhere two degrees too warm, and a little more or less at each station.
          const error = 20 + own[station] + noise(15);
          values[forecastOffset('temperature', station) + hour] = truth + error;
          if (day < WRONG_FROM || station === 0) continue;
          raw += Math.abs(error / 10);
          carried += Math.abs(error / 10 - suggested(correctionIndex(0, leadHours + hour, hour)));
        }
      }
    }
    const asReported = observed.slice();
    const limits = checks;
    const held = atOnce(
      holdImplausible(observed, reported.at(-1), STATIONS, forecasts, (station) =>
        mostError(limits, station),
      ),
    );
    const heldInWeek = held.map((hours, station) => hours + heldBefore(limits, station));
    reported.push(asReported);
    const week = reported.slice(-EARLIER_DAYS - 1);
    const isReliable = atOnce(reliableStations(week, 24, heldInWeek, () => true));
    isReliable.forEach((isIn, station) => {
      if (!isIn) observed.fill(NO_VALUE, station * OBSERVED_DAY, (station + 1) * OBSERVED_DAY);
    });
    const out = isReliable.map((isIn) => !isIn);
    checks = atOnce(checksAfter(checks, observed, forecasts, held, out));
    const none = () => CORRECTED_FIELDS.map(() => []);
    biases = atOnce(learnDay(biases, { observed, forecasts, isReliable, carriedTo: none }));
  }
  return { raw, carried };
}

/** Returns what the others suggest for one of a station's corrections. */
function carriedTo(to: number, corrections: Int8Array): (place: number) => number {
  const near = PLACES.flatMap(({ x, y }, station) => {
    const of = corrections.subarray(station * STATION_CORRECTIONS, (station + 1) * STATION_CORRECTIONS);
    const value = meanCorrection(of, 0);
    if (station === to || Number.isNaN(value)) return [];
    return [{ distanceKm: Math.hypot(x - PLACES[to].x, y - PLACES[to].y), meters: 0, value, of }];
  });
  const shares = carriedShares(near);
  return (place) => near.reduce((sum, { of }, i) => sum + shares[i] * degreesOf(of[place]), 0);
}

describe("a station's neighbors", () => {
  const undisturbed = errorsOfNeighbors((truth) => truth);

  it('gain from each other', () => {
    expect(undisturbed.carried / undisturbed.raw).toBeLessThan(0.5);
  });

  it.each(Object.entries(FAULTS))('are not harmed if it %s', (_, fault) => {
    const { carried } = errorsOfNeighbors(fault);
    expect(carried / undisturbed.carried).toBeLessThan(1.1);
  });
});
