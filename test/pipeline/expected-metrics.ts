/**
 * The 18 metrics at the grid points of a run, implemented a second time from the documented methods and the papers
 * cited there, for runs without their own humidity, CIN, lifted index, ozone and soil. It shares no code with the
 * service.
 */

/** A run as decoded by ecCodes, in the units of the source's documentation. */
export interface DecodedRun {
  steps: readonly number[];
  columns: number;
  rows: number;
  /** Rows from north to south; undefined if the run lacks the field. */
  field: (name: DecodedName, step: number) => ArrayLike<number> | undefined;
  /** The previous step in the source's table, at which the period of a step's gust starts. */
  stepBefore: (step: number) => number;
  /** The kinds of precipitation that a code of weather or precipitation type stands for. */
  kindsOf: (code: number) => Partial<Record<Kind, boolean>>;
}

export type Kind = 'rain' | 'snow' | 'freezingRain' | 'icePellets';
type DecodedName =
  /** K */
  | 'temperature'
  | 'dewPoint'
  /** m/s */
  | 'u'
  | 'v'
  /** The maximum of the period that ends at the step, m/s. */
  | 'gust'
  /** Pa */
  | 'pressure'
  /** Accumulated since the start of the run, mm. */
  | 'precipitation'
  | 'snowfall'
  | 'code'
  /** % */
  | 'cloud'
  /** m */
  | 'visibility'
  /** J/kg */
  | 'cape';

/**
 * Unrounded values; null for missing ones. If a decision at a threshold is too close to call, all values that may be
 * served.
 */
export type ExpectedHour = Record<string, readonly (number | null)[]>;

/** mm. Amounts are differences of accumulations, whose packing can put them on either side of a threshold. */
const AMOUNT_NOISE = 1e-4;
const NO_VALUES = ['ozone', 'soilMoisture', 'uvIndex'];

/** Returns all hours of a cell up to the run's last step, which is excluded. */
export function expectedHours(run: DecodedRun, cell: number): ExpectedHour[] {
  const { steps } = run;
  const atSteps = (name: DecodedName) => steps.map((step) => run.field(name, step)?.[cell] ?? NaN);
  const [kelvins, dewPoints, u, v] = (['temperature', 'dewPoint', 'u', 'v'] as const).map((name) =>
    pchip(steps, atSteps(name)),
  );
  const [pascals, clouds] = [pchip(steps, atSteps('pressure')), pchip(steps, atSteps('cloud'))];
  const [metres, joules] = [linear(steps, atSteps('visibility')), linear(steps, atSteps('cape'))];
  const [gusts, codes] = [atSteps('gust'), atSteps('code')];
  return Array.from({ length: steps[steps.length - 1] }, (_, hour) => {
    const end = steps.findIndex((step) => step > hour);
    const celsius = kelvins(hour) - 273.15;
    const dew = Math.min(dewPoints(hour) - 273.15, celsius);
    const humidity = Math.min(100, (100 * magnus(dew)) / magnus(celsius));
    const wind = Math.hypot(u(hour), v(hour));
    const [pressure, cloud] = [pascals(hour) / 100, Math.min(Math.max(clouds(hour), 0), 100)];
    const visibility = Math.min(metres(hour) / 1000, 24.1);
    const weather = [-AMOUNT_NOISE, 0, AMOUNT_NOISE].map((noise) =>
      weatherOf({
        run,
        cell,
        end,
        noise,
        celsius,
        humidity,
        pressure,
        cloud,
        visibility,
        cape: Math.max(joules(hour), 0),
        kinds: Number.isNaN(codes[end]) ? {} : run.kindsOf(codes[end]),
      }),
    );
    const single = {
      temperature: celsius,
      temperatureApparent: celsius + (0.33 * humidity * magnus(celsius)) / 100 - 0.7 * wind - 4,
      dewPoint: dew,
      humidity,
      windSpeed: wind,
      windDirection: ((Math.atan2(-u(hour), -v(hour)) * 180) / Math.PI + 360) % 360,
      windGust: hour < run.stepBefore(steps[end]) ? NaN : Math.max(gusts[end], wind),
      pressureSurfaceLevel: pressure,
      cloudCover: cloud,
      visibility,
    };
    return Object.fromEntries([
      ...Object.entries(single).map(([name, value]) => [name, [orNull(value)]]),
      ...Object.keys(weather[0]).map((name) => [name, weather.map((hourly) => orNull(hourly[name]))]),
      ...NO_VALUES.map((name) => [name, [null]]),
    ]) as ExpectedHour;
  });
}

const orNull = (value: number) => (Number.isNaN(value) ? null : value);

interface WeatherInputs {
  run: DecodedRun;
  cell: number;
  /** Index of the step at which the hour's period ends. */
  end: number;
  noise: number;
  celsius: number;
  humidity: number;
  pressure: number;
  cloud: number;
  visibility: number;
  cape: number;
  kinds: Partial<Record<Kind, boolean>>;
}

function weatherOf(inputs: WeatherInputs): Record<string, number> {
  const { run, cell, end, noise, celsius, cape, cloud, visibility } = inputs;
  const { steps, columns, rows } = run;
  const hours = steps[end] - steps[end - 1];
  const rateOf = (at: number) => Math.max((amountOf(run, 'precipitation', end, at) + noise) / hours, 0);
  const mm = amountOf(run, 'precipitation', end, cell) > 0 ? rateOf(cell) : 0;
  const { type, snowShare } = mm > 0 ? formOf(inputs) : { type: 'rain' as const, snowShare: 0 };
  const depth = mm * snowShare * snowRatio(celsius);
  const kind = type === 'snow' && rounded(depth, 1) === 0 ? 'rain' : type;
  const isWet = rounded(mm, 2) >= (kind === 'rain' ? 0.1 : 0.02);
  // The nearest cell and its neighbors inside the grid; Theis and others, 2005.
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  let [wet, all] = [0, 0];
  for (let y = Math.max(row - 1, 0); y <= Math.min(row + 1, rows - 1); y++) {
    for (let x = Math.max(column - 1, 0); x <= Math.min(column + 1, columns - 1); x++) {
      all++;
      if (rateOf(y * columns + x) >= 0.1 - 1e-7) wet++;
    }
  }
  const estimate = ((100 * wet) / all) * hours ** -0.365;
  const probability = isWet ? Math.max(estimate, 50 + (40 * mm) / (mm + 1)) : Math.min(estimate, 49);
  // Romps and others, 2014: 1.3e-11 flashes per joule; here within 16 km, with 20 flashes per storm.
  const storms = (1.3e-11 * cape * Math.max(mm, 0.05) * Math.PI * 16_000 ** 2) / 20;
  const lightning = Math.min(100 - 100 * Math.exp(-storms), probability);
  const code = isWet ? wetCode(kind, rounded(mm, 2), lightning) : dryCode(cloud, visibility);
  return {
    precipitationIntensity: mm,
    precipitationProbability: probability,
    snowAccumulation: depth,
    lightningProbability: lightning,
    weatherCode: code,
  };
}

/** Returns the amount that falls in the period that ends at a step. */
function amountOf(
  { steps, field }: DecodedRun,
  name: 'precipitation' | 'snowfall',
  end: number,
  cell: number,
): number {
  const before = field(name, steps[end - 1])?.[cell] ?? 0;
  return Math.max((field(name, steps[end])?.[cell] ?? NaN) - before, 0);
}

/**
 * Returns the most severe kind that the source names. If it names none, or both rain and snow, the source's frozen
 * share decides, or without it the wet bulb. What can't be in such air is left to the wet bulb, too.
 */
function formOf({ run, cell, end, kinds, celsius, humidity, pressure }: WeatherInputs): {
  type: Kind;
  snowShare: number;
} {
  // Wang and others, 2019: half of it is frozen at a wet bulb of 0.8 °C. Without humidity, it is rain.
  const wet = wetBulb(celsius, humidity, pressure);
  const ofWetBulb = 1 / (1 + 6.99e-5 * Math.exp(2 * (wet + 3.97)));
  const ofSource = amountOf(run, 'snowfall', end, cell) / amountOf(run, 'precipitation', end, cell);
  const share = [Math.min(ofSource, 1), ofWetBulb, 0].find((value) => !Number.isNaN(value))!;
  const { rain = false, snow = false, freezingRain = false, icePellets = false } = kinds;
  const isFreezing = freezingRain || icePellets;
  if (isFreezing && !(celsius > 1))
    return { type: freezingRain ? 'freezingRain' : 'icePellets', snowShare: 0 };
  const isSnow = snow === rain ? share >= 0.5 : snow;
  if (!isFreezing && isSnow && !(wet >= 2)) return { type: 'snow', snowShare: Math.max(share, 0.5) };
  if (!isFreezing && !isSnow) return { type: 'rain', snowShare: 0 };
  return ofWetBulb >= 0.5 ? { type: 'snow', snowShare: ofWetBulb } : { type: 'rain', snowShare: 0 };
}

/** Solves the equation of the aspirated psychrometer (WMO-No. 8) by bisection. */
function wetBulb(celsius: number, humidity: number, pressure: number): number {
  const excess = (wet: number) =>
    magnus(wet) -
    6.53e-4 * (1 + 0.000944 * wet) * pressure * (celsius - wet) -
    (humidity * magnus(celsius)) / 100;
  if (Number.isNaN(excess(celsius))) return NaN;
  let [low, high] = [celsius - 40, celsius + 1];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (excess(middle) < 0) low = middle;
    else high = middle;
  }
  return low;
}

/** Hedstrom and Pomeroy, 1998; above freezing, Pomeroy and Gray, 1995, up to 200 kg/m³. */
function snowRatio(celsius: number): number {
  const density = celsius > 0 ? 119.17 + 20 * celsius : 67.92 + 51.25 * Math.exp(celsius / 2.59);
  return 1000 / Math.min(density, 200);
}

function wetCode(kind: Kind, mm: number, lightning: number): number {
  if (kind === 'rain' && rounded(lightning, 0) >= 50) return 8000;
  const limits = kind === 'snow' ? [0.25, 1, 5] : kind === 'icePellets' ? [2.5, 10] : [0.5, 2.5, 10];
  const codes = {
    rain: [4000, 4200, 4001, 4201],
    snow: [5001, 5100, 5000, 5101],
    freezingRain: [6000, 6200, 6001, 6201],
    icePellets: [7102, 7000, 7101],
  }[kind];
  return codes[limits.filter((limit) => mm >= limit).length];
}

function dryCode(cloud: number, visibility: number): number {
  const km = rounded(visibility, 1);
  if (km < 2) return km < 1 ? 2000 : 2100;
  if (Number.isNaN(cloud)) return NaN;
  return [1000, 1100, 1101, 1102, 1001][[13, 38, 63, 88].filter((from) => rounded(cloud, 0) >= from).length];
}

const rounded = (value: number, decimals: number) =>
  Math.floor(value * 10 ** decimals + 0.5) / 10 ** decimals;

/** hPa; Alduchov and Eskridge, 1996. */
const magnus = (celsius: number) => 6.1094 * Math.exp((17.625 * celsius) / (243.04 + celsius));

export type Curve = (hour: number) => number;

export function linear(steps: readonly number[], values: readonly number[]): Curve {
  return (hour) => {
    const k = intervalOf(steps, hour);
    const share = (hour - steps[k]) / (steps[k + 1] - steps[k]);
    return share === 0 ? values[k] : (1 - share) * values[k] + share * values[k + 1];
  };
}

/**
 * Fritsch and Butland, 1984, in the form of SciPy's PchipInterpolator: weighted harmonic means of the adjacent slopes,
 * three-point formulas at the ends, in the Hermite basis.
 */
export function pchip(steps: readonly number[], values: readonly number[]): Curve {
  const h = steps.slice(1).map((step, k) => step - steps[k]);
  const d = h.map((length, k) => (values[k + 1] - values[k]) / length);
  const slopes = steps.map((_, k) => {
    if (k === 0) return edge(h[0], h[1], d[0], d[1]);
    if (k === h.length) return edge(h[k - 1], h[k - 2], d[k - 1], d[k - 2]);
    if (d[k - 1] * d[k] <= 0) return 0;
    const [w1, w2] = [2 * h[k] + h[k - 1], h[k] + 2 * h[k - 1]];
    return (w1 + w2) / (w1 / d[k - 1] + w2 / d[k]);
  });
  return (hour) => {
    const k = intervalOf(steps, hour);
    const t = (hour - steps[k]) / h[k];
    return (
      (1 + 2 * t) * (1 - t) ** 2 * values[k] +
      t * (1 - t) ** 2 * h[k] * slopes[k] +
      t ** 2 * (3 - 2 * t) * values[k + 1] +
      t ** 2 * (t - 1) * h[k] * slopes[k + 1]
    );
  };
}

function edge(h0: number, h1: number, d0: number, d1: number): number {
  const slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
  if (Math.sign(slope) !== Math.sign(d0)) return 0;
  return Math.sign(d0) !== Math.sign(d1) && Math.abs(slope) > 3 * Math.abs(d0) ? 3 * d0 : slope;
}

const intervalOf = (steps: readonly number[], hour: number) => steps.findIndex((step) => step > hour) - 1;
