import { planForecast } from '../../../../src/forecast/plan/forecast-plan.js';
import { ForecastQueries } from '../../../../src/forecast/request/forecast-queries.js';
import { AnswerWarnings } from '../../../../src/forecast/series/answer-warnings.js';
import { RunSeries } from '../../../../src/forecast/series/run-series.js';
import { dailyTimeline } from '../../../../src/forecast/timelines/daily-timeline.js';
import { RunCatalogue } from '../../../../src/model-store/catalogue/run-catalogue.js';
import { type UnitSystem } from '../../../../src/meteo/units.js';
import { gefs } from '../../../../src/models/gefs/gefs.model.js';
import { gfs } from '../../../../src/models/gfs/gfs.model.js';
import { OWN_CATALOGUE } from '../../../support/own-catalogue.js';
import { generator } from '../../../support/random.js';
import {
  contradictions,
  dailyQuantilesOutOfOrder,
  quantilesOutOfOrder,
  SPREAD,
} from '../series/contradictions.js';
import { GRID, QUANTILE_VALUES, writeRandomRun } from '../series/random-run.js';

const RUN = new Date('2026-11-20T12:00:00Z');
const HOURS = 384;
/** In order of preference; only the last one has everything, everywhere and to the end. */
const NOISE = [
  {
    model: 'regional',
    grid: { ...GRID, ni: 30, nj: 23, longitudeFirst: 8, latitudeFirst: 57 },
    lastStep: 48,
    lacks: ['totalOzone', 'cape', 'windGust'],
  },
  {
    model: 'ifs',
    lastStep: 144,
    lacks: [
      'relativeHumidity2m',
      'totalOzone',
      'visibility',
      'convectiveInhibition',
      'liftedIndex',
      'frozenPrecipitationPercent',
    ],
  },
  { model: 'gfs' },
] as const;
const MODELS = [...NOISE.map(({ model: name }) => ({ ...gfs, name })), gefs];
/** Quantiles of members that have nothing to do with the models, nor one step with the next. */
const ENSEMBLE = { model: 'gefs', lastStep: 240, values: QUANTILE_VALUES };
/** The model's values and the ensemble's; its last day, and the first of all, end or begin at noon. */
const DAYS = Array.from({ length: HOURS / 24 + 1 }, (_, day) => {
  const startMs = Date.UTC(2026, 10, 20 + day);
  return { startMs, endMs: startMs + 86_400_000 };
});
const DAILY_FIELDS = SPREAD.flatMap((name) => ['', 'P10', 'P50', 'P90'].map((part) => name + part));
/** What fades by itself, and what half a unit of its last place is. */
const FADING = ['temperature', 'dewPoint', 'pressureSurfaceLevel'];

interface BlendVerdict {
  judgedHours: number;
  /** In how many of them two models had a part in the temperature. */
  mixedHours: number;
  /** In how many of them the quantiles of the temperature were there. */
  quantileHours: number;
  /** How many days had the quantiles of the highest temperature. */
  quantileDays: number;
  found: [rule: string, example: unknown][];
}

/** Judges the hours of blended answers at places at random, as many as there must be. */
export async function judgeBlend(directory: string, leastHours: number): Promise<BlendVerdict> {
  const noises = [...NOISE, ENSEMBLE];
  for (const [i, noise] of noises.entries()) await writeRandomRun(directory, RUN, i + 1, noise);
  const catalogue = new RunCatalogue(directory);
  const runs = catalogue.runs();
  const queries = new ForecastQueries(OWN_CATALOGUE, []);
  const random = generator(4);
  const found = new Map<string, unknown>();
  let [judgedHours, mixedHours, quantileHours, quantileDays] = [0, 0, 0, 0];
  while (judgedHours < leastHours) {
    const lat = (GRID.latitudeFirst - 11 * random()).toFixed(2);
    const lon = (GRID.longitudeFirst + 14.5 * random()).toFixed(2);
    const endTime = new Date(RUN.getTime() + HOURS * 3_600_000).toISOString();
    const { query } = queries.parse({ lat, lon, startTime: RUN.toISOString(), endTime }, RUN.getTime());
    const plan = planForecast(MODELS, runs, query, OWN_CATALOGUE, RUN)!;
    const seriesOf = (models: typeof plan.models, ensembles: typeof models = []) =>
      new RunSeries({ ...query, models, ensembles }, OWN_CATALOGUE, new AnswerWarnings());
    const blend = seriesOf(plan.models, plan.ensembles);
    judgedHours += contradictions(blend, 'metric', found);
    contradictions(blend, 'imperial', found);
    quantileHours += quantilesOutOfOrder(blend, 'metric', found);
    quantilesOutOfOrder(blend, 'imperial', found);
    const daysIn = (units: UnitSystem) => dailyTimeline(blend, DAYS, DAILY_FIELDS, units, query);
    quantileDays += dailyQuantilesOutOfOrder(daysIn('metric'), 'metric', found);
    dailyQuantilesOutOfOrder(daysIn('imperial'), 'imperial', found);
    const own = plan.models.map((model) => seriesOf([model]));
    for (const name of FADING) {
      const values = blend.values(name);
      const ofModels = own.map((series) => series.values(name));
      for (let hour = 1; hour < HOURS; hour++) {
        const [before, now] = [hour - 1, hour].map((at) => ofModels.map((series) => series.at(at) ?? NaN));
        const steps = now
          .map((value, i) => Math.abs(value - before[i]))
          .filter((step) => !Number.isNaN(step));
        const there = before.filter((value) => !Number.isNaN(value));
        const most = Math.max(...steps) + (Math.max(...there) - Math.min(...there)) / 12;
        const step = Math.abs(values[hour] - values[hour - 1]);
        if (!(step <= most + 1e-9)) found.set(`step of ${name}`, { lat, lon, hour, step, most });
        if (name === 'temperature' && !now.includes(values[hour])) mixedHours++;
      }
    }
  }
  catalogue.close();
  return { judgedHours, mixedHours, quantileHours, quantileDays, found: [...found] };
}
