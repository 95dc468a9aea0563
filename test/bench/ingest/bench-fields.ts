import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFields } from '../../../src/weather/grib/message.js';
import { type VariableName } from '../../../src/weather/meteo/variables.js';
import { GFS_RECORDS } from '../../../src/weather/models/gfs/gfs.records.js';
import { type Precision } from './message-writer.js';

/** Two real states of the atmosphere. The hours of the run go from the first to the second. */
const STATES = ['gfs.20111008.t00z.2p50.f072.grb2', 'gfs.20110110.t12z.2p50.f120.grb2'];
const COARSE = { ni: 144, nj: 73 };
/** Real wind at 0.25°, which adds the detail that coarse fields lack. */
const DETAIL = 'gfs.20210604.t12z.0p25.wind10m.f000.grb2';
const DETAIL_GRID = { ni: 1440, nj: 721 };
const LAST_HOUR = 384;

interface Recipe {
  precision: Precision;
  /** Amplitude of small-scale detail in the variable's unit where the wind's detail is 1 m/s. */
  detail: number;
  minimum: number;
  maximum: number;
}

const recipe = (
  decimal: number,
  binary: number,
  detail: number,
  minimum: number,
  maximum: number,
): Recipe => ({
  precision: { decimal, binary },
  detail,
  minimum,
  maximum,
});

/** With NOAA's own precision at 0.25°. */
const RECIPES: Partial<Record<VariableName, Recipe>> = {
  temperature2m: recipe(1, 0, 0.5, 180, 330),
  apparentTemperature2m: recipe(1, 0, 0.6, 180, 330),
  dewPoint2m: recipe(1, 0, 0.5, 170, 310),
  relativeHumidity2m: recipe(1, 0, 3, 1, 100),
  windU10m: recipe(2, 0, 1, -80, 80),
  windV10m: recipe(2, 0, 1, -80, 80),
  windGust: recipe(1, 0, 1, 0, 90),
  surfacePressure: recipe(1, 4, 20, 45_000, 108_000),
  precipitation: recipe(0, -4, 0, 0, 500),
  rainFlag: recipe(0, 0, 0, 0, 1),
  snowFlag: recipe(0, 0, 0, 0, 1),
  freezingRainFlag: recipe(0, 0, 0, 0, 1),
  icePelletsFlag: recipe(0, 0, 0, 0, 1),
  frozenPrecipitationPercent: recipe(1, 0, 0, -50, 100),
  cloudCover: recipe(0, 0, 8, 0, 100),
  visibility: recipe(1, 2, 400, 0, 24_100),
  totalOzone: recipe(1, 0, 0.5, 100, 600),
  soilMoisture: recipe(3, 0, 0.001, 0.02, 1),
  cape: recipe(0, 0, 30, 0, 6_000),
  convectiveInhibition: recipe(0, 0, 3, -1_000, 0),
  liftedIndex: recipe(1, 0, 0.3, -20, 60),
  terrainHeight: recipe(2, 0, 3, -400, 8_000),
  landMask: recipe(0, 0, 0, 0, 1),
};

/** Derives a variable that the two states lack from another one. */
const STAND_INS: Partial<Record<VariableName, { of: VariableName; value: (of: number) => number }>> = {
  apparentTemperature2m: { of: 'temperature2m', value: (kelvin) => kelvin - 3 },
  dewPoint2m: { of: 'temperature2m', value: (kelvin) => kelvin - 8 },
  frozenPrecipitationPercent: { of: 'temperature2m', value: (kelvin) => (kelvin < 273 ? 100 : -50) },
  cloudCover: { of: 'relativeHumidity2m', value: (percent) => 1.8 * percent - 60 },
  visibility: { of: 'relativeHumidity2m', value: (percent) => 24_100 * Math.min((101 - percent) / 8, 1) },
};

const FLAGS: VariableName[] = ['rainFlag', 'snowFlag', 'freezingRainFlag', 'icePelletsFlag', 'landMask'];

/** Fields that change from hour to hour: real ones that drift eastwards and change from one state into the other. */
export class BenchFields {
  private readonly states = new Map<VariableName, Float64Array[]>();
  private readonly detail: Float64Array;

  /** @param folder folder of the real fields; `ni` and `nj` are the columns and rows of the global result */
  constructor(
    private readonly folder: string,
    readonly ni: number,
    readonly nj: number,
  ) {
    this.detail = this.readDetail();
    for (const { variable } of GFS_RECORDS) this.states.set(variable, this.readStates(variable));
  }

  precision(variable: VariableName): Precision {
    return RECIPES[variable]!.precision;
  }

  /** Rows from north to south, each eastwards from 0°; NaN where missing. Precipitation is an hour's amount. */
  at(variable: VariableName, hour: number, isStatic: boolean): Float64Array {
    const { ni, nj, detail } = this;
    const { detail: strength, minimum, maximum } = RECIPES[variable]!;
    const [first, second] = this.states.get(variable) ?? [];
    const values = new Float64Array(ni * nj);
    // A quarter of a degree per hour is a wind of 20 km/h in the middle latitudes.
    const columnsPerHour = isStatic ? 0 : ni / 1440;
    const drift = hour * columnsPerHour;
    const share = isStatic ? 0 : (1 - Math.cos((Math.PI * hour) / LAST_HOUR)) / 2;
    const isFlag = FLAGS.includes(variable);
    const isTemperature = /temperature/i.test(variable);
    for (let y = 0; y < nj; y++) {
      const row = y * ni;
      for (let x = 0; x < ni; x++) {
        const from = row + ((x - Math.round(drift) + 16 * ni) % ni);
        const fine = row + ((x - Math.round(2 * drift) + 16 * ni) % ni);
        let value = first[from] + share * (second[from] - first[from]) + strength * detail[fine];
        if (isTemperature) value += 3 * Math.cos(2 * Math.PI * (hour / 24 + x / ni));
        if (isFlag) value = Math.round(value);
        values[row + x] = value < minimum ? minimum : value > maximum ? maximum : value;
      }
    }
    return values;
  }

  private readStates(variable: VariableName): Float64Array[] {
    const standIn = STAND_INS[variable];
    const source = GFS_RECORDS.find((record) => record.variable === (standIn?.of ?? variable));
    if (!source) throw new Error(`there is no record of ${variable}`);
    const { messages } = source.alternatives[0];
    return STATES.map((file) => {
      const field = readFields(readFileSync(join(this.folder, file))).find(({ discipline, product }) =>
        messages.some(
          (message) =>
            discipline === message.discipline &&
            product.parameterCategory === message.parameterCategory &&
            product.parameterNumber === message.parameterNumber &&
            product.level.type === message.levelType &&
            (message.levelValue === undefined || product.level.value === message.levelValue),
        ),
      );
      if (!field) throw new Error(`${file} has no ${variable}`);
      const coarse = field.decode();
      const values = this.refine(standIn ? coarse.map(standIn.value) : coarse);
      // Converts the six-hour bucket to an hour's amount.
      return variable === 'precipitation' ? values.map((amount) => amount / 6) : values;
    });
  }

  /** Interpolates bilinearly to the finer grid. */
  private refine(coarse: Float64Array): Float64Array {
    const { ni, nj } = this;
    const values = new Float64Array(ni * nj);
    for (let y = 0; y < nj; y++) {
      const [top, down] = split((y * (COARSE.nj - 1)) / (nj - 1), COARSE.nj - 2);
      for (let x = 0; x < ni; x++) {
        const [left, right] = split((x * COARSE.ni) / ni, COARSE.ni - 1);
        const at = (row: number, column: number) => coarse[row * COARSE.ni + (column % COARSE.ni)];
        const north = at(top, left) + right * (at(top, left + 1) - at(top, left));
        const south = at(top + 1, left) + right * (at(top + 1, left + 1) - at(top + 1, left));
        values[y * ni + x] = north + down * (south - north);
      }
    }
    return values;
  }

  /** The wind minus the mean of its neighborhood. */
  private readDetail(): Float64Array {
    const [field] = readFields(readFileSync(join(this.folder, DETAIL)));
    const wind = field.decode();
    const stride = DETAIL_GRID.ni / this.ni;
    const { ni, nj } = DETAIL_GRID;
    return Float64Array.from({ length: this.ni * this.nj }, (_, i) => {
      const y = Math.floor(i / this.ni) * stride;
      const x = (i % this.ni) * stride;
      let sum = 0;
      for (let dy = -3; dy <= 3; dy++) {
        const row = Math.min(Math.max(y + dy, 0), nj - 1) * ni;
        for (let dx = -3; dx <= 3; dx++) sum += wind[row + ((x + dx + ni) % ni)];
      }
      return wind[y * ni + x] - sum / 49;
    });
  }
}

/** Splits a position into an integer, not beyond the last one, and the remainder. */
function split(position: number, last: number): [number, number] {
  const whole = Math.min(Math.floor(position), last);
  return [whole, position - whole];
}
