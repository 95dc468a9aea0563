import {
  MEASURABLE_MM,
  NEIGHBOURHOOD_RADIUS,
  type Spans,
  hourlyMeans,
  mapSeries,
  noSeries,
  regularSeries,
  wetHoursOf,
} from '../../weather/meteo/index.js';
import { type StoredRun, cellsAround, shareAtLeast } from '../../store/read/index.js';
import { planeSpans } from './plane-spans.js';

const HOUR_MS = 3_600_000;

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
  const spans = planeSpans(variables[index], stepsHours);
  const touched = spansWithin(spans, firstHour, firstHour + hours);
  const lengths = mapSeries(touched.endHours, (end, k) => end - touched.startHours[k]);
  const least = MEASURABLE_MM.rain * (1 - ROUNDING_TOLERANCE);
  const thresholds = mapSeries(lengths, (spanHours) => least * spanHours);
  const shares = shareAtLeast(run, cells, 'precipitation', touched.places, thresholds);
  lengths.forEach((spanHours, k) => {
    if (shares) shares[touched.places[k]] *= wetHoursOf(spanHours);
  });
  const positions = regularSeries(firstHour, 1, hours);
  return hourlyMeans(touched, shares ?? [], positions, NaN);
}

/** The spans that overlap the hours from `firstHour` up to `endHour`. */
function spansWithin({ startHours, endHours, places }: Spans, firstHour: number, endHour: number): Spans {
  let from = 0;
  while (from < places.length && endHours[from] <= firstHour) from++;
  let to = from;
  while (to < places.length && startHours[to] < endHour) to++;
  return {
    startHours: startHours.subarray(from, to),
    endHours: endHours.subarray(from, to),
    places: places.subarray(from, to),
  };
}
