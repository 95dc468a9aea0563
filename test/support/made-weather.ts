import { generator } from './random.js';
import { LEADS, type PlaceForecast } from '../../src/verification/forecasts/run-at-stations.js';
import { interpolateMonotoneCubic, windDirection, windSpeed } from '../../src/weather/meteo/index.js';
import { LONGEST_LEAD_HOURS } from '../../src/weather/verification/index.js';
import type { StationReport } from '../../src/weather/observations/index.js';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const STEP_HOURS = 3;
const STEPS = Array.from({ length: LONGEST_LEAD_HOURS / STEP_HOURS + 1 }, (_, i) => i * STEP_HOURS);
const MEMBERS = 31;
const KNOTS_PER_METER_SECOND = 3600 / 1852;

const random = generator(33);
/** Nearly normal, with a standard deviation of 1. */
const normal = () => 2 * (random() + random() + random() - 1.5);

/** What changes by and by: from step to step, so much of it stays. */
function wander(steps: number, hours: number, deviation: number): Float32Array {
  const stays = Math.exp(-STEP_HOURS / hours);
  const values = new Float32Array(steps);
  let value = normal();
  for (let i = 0; i < steps; i++) {
    values[i] = deviation * value;
    value = stays * value + Math.sqrt(1 - stays * stays) * normal();
  }
  return values;
}

/** How long each value remembers, and by how much it changes in a week and is forecast wrongly: a day ahead, and per day more. */
const NATURE = {
  temperature: { hours: 36, deviation: 3.5, error: 0.9, perDay: 0.35, bias: 1.2 },
  dryness: { hours: 18, deviation: 1, error: 0.25, perDay: 0.06, bias: 0.2 },
  u: { hours: 18, deviation: 3, error: 0.9, perDay: 0.4, bias: 0.5 },
  v: { hours: 18, deviation: 3, error: 0.9, perDay: 0.4, bias: 0.5 },
  pressure: { hours: 48, deviation: 8, error: 0.6, perDay: 0.8, bias: 0.6 },
  rain: { hours: 12, deviation: 1, error: 0.4, perDay: 0.12, bias: 0.1 },
} as const;
type Name = keyof typeof NATURE;
const NAMES = Object.keys(NATURE) as Name[];

/** What happens at a station, every three hours. */
interface Place {
  readonly report: StationReport;
  readonly base: number;
  readonly daily: number;
  readonly usualPressure: number;
  readonly truth: Record<Name, Float32Array>;
  /** By model, constant and in the course of the day. */
  readonly biases: Record<string, Record<Name, readonly [number, number]>>;
  /** How often it reports between the hours. */
  readonly more: number;
  readonly missing: number;
}

/** Weather that is made up: as it is, as stations report it, and as models with errors of their own forecast it. */
export class MadeWeather {
  private readonly places: readonly Place[];

  /** @param reports real ones: stations, and texts that those of other hours are made from */
  constructor(
    reports: readonly StationReport[],
    private readonly fromMs: number,
    days: number,
    models: readonly string[],
  ) {
    const steps = (days * DAY_HOURS) / STEP_HOURS + STEPS.length + 1;
    this.places = reports.map((report) => ({
      report,
      base: report.values.temperature ?? 15,
      daily: 2 + 5 * random(),
      usualPressure: 1013 - report.station.elevation / 8.3,
      truth: ofEach((name) => wander(steps, NATURE[name].hours, NATURE[name].deviation)),
      biases: Object.fromEntries(
        models.map((model) => [
          model,
          ofEach((name) => [NATURE[name].bias * normal(), NATURE[name].bias * normal()] as const),
        ]),
      ),
      more: random() < 0.5 ? 1 : 0.05,
      missing: random() < 0.9 ? 0.01 : 0.2,
    }));
  }

  /** What one model forecasts at a station: every three hours, and interpolated. */
  modelAt(station: number, model: string, runMs: number): PlaceForecast {
    const at = this.stepsOf(station, runMs, model);
    const every = (make: (i: number) => number) =>
      interpolateMonotoneCubic(
        STEPS,
        Float64Array.from(STEPS, (_, i) => make(i)),
        LEADS,
      );
    const [u, v] = [every((i) => at.u[i]), every((i) => at.v[i])];
    const temperature = every((i) => at.temperature[i]);
    const dewPoint = every((i) => at.temperature[i] - 6 * Math.exp(at.dryness[i] / 1.5));
    return {
      temperature,
      dewPoint,
      windSpeed: u.map((_, i) => windSpeed(u[i], v[i])),
      windDirection: u.map((_, i) => windDirection(u[i], v[i])),
      pressureSurfaceLevel: every((i) => at.pressure[i]),
    };
  }

  /** The share of an ensemble's members, the same for three hours. */
  probabilityAt(station: number, model: string, runMs: number): PlaceForecast {
    const { rain } = this.stepsOf(station, runMs, model);
    const shares = STEPS.map((_, i) =>
      Math.min(Math.max(Math.round(MEMBERS * (0.9 * rain[i] - 0.5)), 0), MEMBERS),
    );
    return {
      precipitationProbability: LEADS.map((lead) => (100 * shares[Math.floor(lead / STEP_HOURS)]) / MEMBERS),
    };
  }

  /** What the service forecasts: the mean of models, the same with corrections, and with other ones. */
  ownAt(station: number, models: readonly PlaceForecast[], probability: PlaceForecast, runMs: number) {
    const mean = (name: keyof PlaceForecast) =>
      LEADS.map((_, i) => models.reduce((sum, model) => sum + model[name]![i], 0) / models.length);
    const { biases } = this.places[station];
    const [[one, daily], [carried]] = [
      Object.values(biases)[0].temperature,
      Object.values(biases)[0].dryness,
    ];
    const corrected = (name: keyof PlaceForecast, by: number) =>
      mean(name).map(
        (value, i) =>
          value - by - (by / 2) * this.courseOfDay(station, runMs + LEADS[i] * HOUR_MS) - daily / 8,
      );
    const of = (by: number) => ({
      temperature: corrected('temperature', by),
      dewPoint: corrected('dewPoint', by / 2),
    });
    return {
      withoutStation: of(one / 3 + 2 * carried),
      uncorrected: { temperature: mean('temperature'), dewPoint: mean('dewPoint') },
      served: {
        ...of(one / 2),
        windSpeed: mean('windSpeed'),
        windDirection: models[0].windDirection,
        pressureSurfaceLevel: mean('pressureSurfaceLevel'),
        ...probability,
      },
    };
  }

  /** What stations report for an hour, some of them more than once. */
  *reports(atMs: number): Generator<StationReport> {
    for (const [station, { missing, more }] of this.places.entries()) {
      if (random() < missing) continue;
      const observedAtMs = atMs - Math.floor(10 * random()) * 60_000;
      yield this.reportAt(station, observedAtMs);
      if (random() < more) yield this.reportAt(station, observedAtMs + HOUR_MS / 2);
    }
  }

  private reportAt(station: number, observedAtMs: number): StationReport {
    const { report, base, daily, usualPressure, truth } = this.places[station];
    const step = Math.min((observedAtMs - this.fromMs) / HOUR_MS / STEP_HOURS, truth.u.length - 2);
    const at = (name: Name) => {
      const i = Math.floor(step);
      return truth[name][i] + (step - i) * (truth[name][i + 1] - truth[name][i]);
    };
    const celsius =
      base + daily * this.courseOfDay(station, observedAtMs) + at('temperature') + 0.4 * normal();
    // Two of five stations report tenths.
    const rounded = (value: number) => (station % 5 < 2 ? Math.round(value * 10) / 10 : Math.round(value));
    const [temperature, dewPoint] = [
      rounded(celsius),
      rounded(celsius - 6 * Math.exp(at('dryness') / 1.5) - 0.3 * random()),
    ];
    const [u, v] = [at('u') + 0.5 * normal(), at('v') + 0.5 * normal()];
    const knots = Math.round(windSpeed(u, v) * KNOTS_PER_METER_SECOND);
    const direction = (Math.round(windDirection(u, v) / 10) * 10) % 360;
    const pressure = Math.round((usualPressure + at('pressure')) * 10) / 10;
    const two = (value: number) => String(Math.abs(Math.round(value))).padStart(2, '0');
    const signed = (value: number) => `${Math.round(value) < 0 ? 'M' : ''}${two(value)}`;
    const time = new Date(observedAtMs).toISOString();
    const isWet = at('rain') > 1;
    const text = report.text
      .replace(/\d{6}Z/, `${time.slice(8, 10)}${time.slice(11, 13)}${time.slice(14, 16)}Z`)
      .replace(/\b\d{5}(G\d+)?KT/, `${String(direction).padStart(3, '0')}${two(knots)}KT`)
      .replace(/ M?\d\d\/M?\d\d /, ` ${isWet ? '-RA ' : ''}${signed(temperature)}/${signed(dewPoint)} `)
      .replace(
        / (Q|A)\d{4}/,
        (_, unit: string) => ` ${unit}${Math.round(unit === 'Q' ? pressure : pressure * 2.953)}`,
      )
      .replace(
        /\b(FEW|SCT|BKN|OVC)\d{3}/g,
        (_, cover: string) => `${cover}${String(Math.floor(90 * random())).padStart(3, '0')}`,
      );
    return {
      ...report,
      observedAtMs,
      text,
      values: {
        ...report.values,
        ...{
          temperature,
          dewPoint,
          windSpeed: knots / KNOTS_PER_METER_SECOND,
          windDirection: knots === 0 ? null : direction,
        },
        ...{ pressureSurfaceLevel: pressure, weatherCode: isWet ? 4_200 : 1_001 },
      },
    };
  }

  private stepsOf(station: number, runMs: number, model: string): Record<Name, Float32Array> {
    const { base, daily, usualPressure, truth, biases } = this.places[station];
    const first = (runMs - this.fromMs) / HOUR_MS / STEP_HOURS;
    return ofEach((name) => {
      const { hours, error, perDay } = NATURE[name];
      const [constant, inCourse] = biases[model][name];
      const errors = wander(STEPS.length, hours, 1);
      return Float32Array.from(STEPS, (lead, i) => {
        const course = this.courseOfDay(station, runMs + lead * HOUR_MS);
        const usual =
          name === 'temperature' ? base + daily * course : name === 'pressure' ? usualPressure : 0;
        const wrong = (error + (perDay * lead) / DAY_HOURS) * errors[i] + constant + (inCourse * course) / 2;
        return usual + truth[name][first + i] + wrong;
      });
    });
  }

  /** From -1 to 1. */
  private courseOfDay(station: number, atMs: number): number {
    const { lon } = this.places[station].report.station;
    return Math.sin((((atMs / HOUR_MS + lon / 15 - 9) % DAY_HOURS) / DAY_HOURS) * 2 * Math.PI);
  }
}

function ofEach<T>(make: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(NAMES.map((name) => [name, make(name)])) as Record<Name, T>;
}
