import { ScoreStoreService, type TileSums } from '../../src/verification/scores/score-store.service.js';
import { partOfTile, LATER_RUNS, tileOf, WORLD } from '../../src/verification/store/tiles.js';
import {
  addProbability,
  CRPS_UNIT,
  HOUR_BINS,
  LEAD_BINS,
  SCORED_FIELDS,
  type ScoredField,
} from '../../src/weather/verification/index.js';
import type { TestApp } from './test-app.js';

const DAY_MS = 86_400_000;

interface MadeScores {
  station: { id: string; lat: number; lon: number };
  /** Mean absolute errors of the first lead time; each further one has a tenth more. */
  errors: Record<string, number>;
  days?: number;
  /** Of a day, for each lead time and hour. */
  cases?: number;
}

/** Stores sums as the verification does, for a station, its area and the world: the same for each of the last days. */
export async function storeScores(
  { app }: TestApp,
  { station, errors, days = 30, cases = 40 }: MadeScores,
): Promise<void> {
  const sources = Object.keys(errors);
  const tile = tileOf(station.lat, station.lon);
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const rowsOf = (factor: number) =>
    SCORED_FIELDS.flatMap((field): TileSums[] => {
      const byLead = (names: string[]) =>
        names.flatMap((source) =>
          LEAD_BINS.flatMap((_, bin) => sumsOf(field, factor * errors[source] * (1 + bin / 10), cases)),
        );
      const byHour = sources.flatMap((source) =>
        Array.from({ length: HOUR_BINS }, (_, hour) =>
          sumsOf(field, factor * errors[source] * (1 + Math.abs(hour - 4) / 10), cases),
        ).flat(),
      );
      const area = { sources, sums: Float64Array.from(byLead(sources)) };
      const hours = { sources, sums: Float64Array.from(byHour) };
      const models = sources.filter((source) => !/^auto|^persistence|^climatology/.test(source));
      return [
        { field: field.name, tile: WORLD, area, hours },
        {
          field: field.name,
          tile: LATER_RUNS,
          area: { sources: models, sums: Float64Array.from(byLead(models)) },
        },
        {
          field: field.name,
          tile,
          area,
          hours,
          stations: { sources, stations: [station.id], sums: Float64Array.from(byLead(sources)) },
        },
      ];
    });
  for (let day = 0; day < days; day++)
    // Days differ a little, so that the interval has a width.
    await app
      .get(ScoreStoreService)
      .write(new Date(today - day * DAY_MS), partOfTile(tile), rowsOf(1 + (day % 2 === 0 ? 0.2 : -0.2)));
}

/** Sums of cases whose forecasts are half a degree too high on average. */
function sumsOf({ kind, step, numbers }: ScoredField, error: number, cases: number): number[] {
  const sums = Array.from({ length: numbers }, () => 0);
  if (kind === 'probability')
    for (let percent = 5; percent < 100; percent += 10)
      for (let i = 0; i < cases; i++)
        addProbability(sums, 0, percent, i < (cases * (percent + error * Math.sign(50 - percent))) / 100);
  else if (kind === 'quantiles') {
    sums.splice(
      0,
      3,
      cases,
      Math.round(cases * (0.9 - error / 10)),
      Math.round((cases * error) / CRPS_UNIT / 2),
    );
  } else {
    const mean = Math.round(error / step) * cases;
    sums.splice(0, 4, cases, kind === 'vector' ? 0 : mean / 4, mean, (1.5 * mean ** 2) / cases);
  }
  return sums;
}
