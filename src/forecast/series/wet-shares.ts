import { NEIGHBOURHOOD_RADIUS, WET_CELL_MM } from '../../meteo/precipitation-probability.js';
import { mapSeries, noSeries, regularSeries } from '../../meteo/series.js';
import { hourlyMeans, type Spans } from '../../meteo/spans.js';
import { cellsAround, shareAtLeast } from '../../model-store/neighbourhood.js';
import { type StoredRun } from '../../model-store/stored-run.js';
import { planeSpans } from './plane-spans.js';

const HOUR_MS = 3_600_000;

/**
 * For each hour the share (0..1) of a run's cells around a point that are wet, the amounts of longer spans divided
 * evenly; NaN where the run does not have the hour, everywhere outside its grid.
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
  const thresholds = mapSeries(touched.endHours, (end, k) => WET_CELL_MM * (end - touched.startHours[k]));
  const shares = shareAtLeast(run, cells, 'precipitation', touched.places, thresholds);
  const positions = regularSeries(firstHour, 1, hours);
  return hourlyMeans(touched, shares ?? [], positions, NaN);
}

/** The spans that have hours between a first one and an end. */
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
