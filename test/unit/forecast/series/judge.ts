import { seriesOfRun } from '../../../support/run-series.js';
import { type UnitSystem } from '../../../../src/weather/meteo/units.js';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { StoredPoint } from '../../../../src/store/read/stored-point.js';
import { type StoredRun } from '../../../../src/store/read/stored-run.js';
import { contradictions } from './contradictions.js';

const SYSTEMS: UnitSystem[] = ['metric', 'imperial'];

interface Verdict {
  /** Each hour counts once per unit system. */
  judgedHours: number;
  found: [rule: string, example: unknown][];
}

/**
 * Judges all hours of a run, in both unit systems, at one point per cell.
 *
 * @param offset offset of the points from the cells, as a share of the grid spacing
 */
export function judge(run: StoredRun, offset: number, elevation?: number): Verdict {
  const { grid, stepsHours } = run.manifest;
  const found = new Map<string, unknown>();
  const hours = stepsHours[stepsHours.length - 1] + 1;
  let judgedHours = 0;
  for (let y = 0; y + offset <= grid.nj - 1; y++) {
    for (let x = 0; x + offset <= grid.ni - 1; x++) {
      const latitude = grid.latitudeFirst - (y + offset) * grid.latitudeIncrement;
      const longitude = grid.longitudeFirst + (x + offset) * grid.longitudeIncrement;
      const point = StoredPoint.at(run, latitude, longitude)!;
      const place = { run, point, latitude, longitude, elevation, firstHourMs: run.run.getTime(), hours };
      const series = seriesOfRun(place);
      for (const units of SYSTEMS) judgedHours += contradictions(series, units, found);
    }
  }
  return { judgedHours, found: [...found] };
}

export function judgeNewestRun(runsDirectory: string, offset: number): Verdict {
  const catalogue = new RunCatalogue(runsDirectory);
  const verdict = judge(catalogue.runs()[0], offset);
  catalogue.close();
  return verdict;
}
