import { HOUR_MS } from '../../core/time/index.js';
import {
  MEASURABLE_MM,
  NEIGHBOURHOOD_RADIUS,
  type Spans,
  hourlyMeans,
  noSeries,
  regularSeries,
  wetHoursOf,
} from '../../weather/meteo/index.js';
import { type StoredRun, cellsAround, shareAtLeast } from '../../store/read/index.js';
import type { StoredVariable } from '../../store/format/index.js';
import { planeSpans } from './plane-spans.js';

/** Relative tolerance of a threshold, so that 0.6 mm in 6 hours reaches 0.1 × 6, which is slightly more in binary. */
const ROUNDING_TOLERANCE = 1e-6;

/**
 * For each hour, the share (0..1) of a run's cells around a point that are wet: those whose amount is measurable when
 * divided evenly over its span, times the share of hours that are wet in a wet span. NaN in hours that the run does not
 * cover, and everywhere outside its grid.
 */
export function wetShares(
  run: StoredRun,
  place: { latitude: number; longitude: number },
  firstHourMs: number,
  hours: number,
): Float64Array {
  const { grid, stepsHours, variables } = run.manifest;
  const index = run.variableIndex('precipitation');
  const cells = cellsAround(grid, place.latitude, place.longitude, NEIGHBOURHOOD_RADIUS);
  if (!cells || index === undefined) return noSeries(hours);
  const firstHour = Math.round((firstHourMs - run.run.getTime()) / HOUR_MS);
  const spans = wetSpans(variables[index], stepsHours);
  const [from, to] = spansWithin(spans, firstHour, firstHour + hours);
  const touched = {
    startHours: spans.startHours.subarray(from, to),
    endHours: spans.endHours.subarray(from, to),
    steps: spans.steps.subarray(from, to),
  };
  const shares = shareAtLeast(
    run,
    cells,
    'precipitation',
    touched.steps,
    spans.thresholds.subarray(from, to),
  )!;
  for (let k = from; k < to; k++) shares[spans.steps[k]] *= spans.wetHours[k];
  return hourlyMeans(touched, shares, regularSeries(firstHour, 1, hours), NaN);
}

/** The spans of a run's precipitation. */
interface WetSpans extends Spans {
  /** The least amount with which a span is wet. */
  thresholds: Float64Array;
  /** The share of a wet span's hours that are wet. */
  wetHours: Float64Array;
}

const known = new WeakMap<StoredVariable, WetSpans>();

function wetSpans(stored: StoredVariable, stepsHours: readonly number[]): WetSpans {
  let wet = known.get(stored);
  if (!wet) {
    const spans = planeSpans(stored, stepsHours);
    const lengths = spans.endHours.map((end, k) => end - spans.startHours[k]);
    const least = MEASURABLE_MM.rain * (1 - ROUNDING_TOLERANCE);
    const thresholds = lengths.map((spanHours) => least * spanHours);
    known.set(stored, (wet = { ...spans, thresholds, wetHours: lengths.map(wetHoursOf) }));
  }
  return wet;
}

/** The index of the first span that overlaps the hours from `firstHour` up to `endHour`, and the one after the last. */
function spansWithin({ startHours, endHours }: Spans, firstHour: number, endHour: number): [number, number] {
  let from = 0;
  while (from < endHours.length && endHours[from] <= firstHour) from++;
  let to = from;
  while (to < endHours.length && startHours[to] < endHour) to++;
  return [from, to];
}
