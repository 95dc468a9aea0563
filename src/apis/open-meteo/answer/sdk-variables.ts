import { Aggregation } from '@openmeteo/sdk/aggregation.js';
import { Unit as SdkUnit } from '@openmeteo/sdk/unit.js';
import { Variable } from '@openmeteo/sdk/variable.js';
import { nameOfToday } from '../variables/legacy-names.js';
import { type Unit } from '../variables/quantities.js';

/** What identifies a variable in Open-Meteo's schema, which has no names. */
export interface SdkVariable {
  variable: Variable;
  /** Meters above ground; 0 if there is none. */
  altitude: number;
  aggregation: Aggregation;
  pressureLevel: number;
  /** Centimeters below the ground. */
  depth: number;
  depthTo: number;
}

const AGGREGATIONS: Readonly<Record<string, Aggregation>> = {
  max: Aggregation.maximum,
  min: Aggregation.minimum,
  mean: Aggregation.mean,
  sum: Aggregation.sum,
  dominant: Aggregation.dominant,
};
const AGGREGATION = /_(max|min|mean|sum|dominant)$/;
const ALTITUDE = /_(\d+)m$/;
const PRESSURE_LEVEL = /_(\d+)hPa$/;
const DEPTH = /_(\d+)(?:_to_(\d+))?cm$/;

const UNITS: Readonly<Record<string, SdkUnit>> = {
  '°C': SdkUnit.celsius,
  '°F': SdkUnit.fahrenheit,
  'km/h': SdkUnit.kilometres_per_hour,
  'm/s': SdkUnit.metre_per_second,
  'mp/h': SdkUnit.miles_per_hour,
  kn: SdkUnit.knots,
  mm: SdkUnit.millimetre,
  inch: SdkUnit.inch,
  cm: SdkUnit.centimetre,
  m: SdkUnit.metre,
  ft: SdkUnit.feet,
  '%': SdkUnit.percentage,
  hPa: SdkUnit.hectopascal,
  kPa: SdkUnit.kilopascal,
  '°': SdkUnit.degree_direction,
  'wmo code': SdkUnit.wmo_code,
  s: SdkUnit.seconds,
  h: SdkUnit.hours,
  'J/kg': SdkUnit.joule_per_kilogram,
  'W/m²': SdkUnit.watt_per_square_metre,
  'MJ/m²': SdkUnit.megajoule_per_square_metre,
  'm³/m³': SdkUnit.cubic_metre_per_cubic_metre,
  'kg/m²': SdkUnit.kilogram_per_square_metre,
};

export function sdkUnit({ abbreviation, decimals }: Unit): SdkUnit {
  if (abbreviation === '') return decimals === 0 ? SdkUnit.dimensionless_integer : SdkUnit.dimensionless;
  return UNITS[abbreviation];
}

/** Looks up a variable by its requested name. */
export function sdkVariable(asked: string, isDaily: boolean): SdkVariable {
  const name = nameOfToday(asked);
  const aggregation = isDaily ? AGGREGATION.exec(name) : null;
  const ofStep = aggregation ? name.slice(0, aggregation.index) : name;
  const depth = DEPTH.exec(ofStep);
  const bare = ofStep.replace(ALTITUDE, '').replace(PRESSURE_LEVEL, '').replace(DEPTH, '');
  const known = Object.hasOwn(Variable, bare) ? Variable[bare as keyof typeof Variable] : Variable.undefined;
  return {
    variable: known,
    altitude: Number(ALTITUDE.exec(ofStep)?.[1] ?? 0),
    aggregation: aggregation ? AGGREGATIONS[aggregation[1]] : Aggregation.none,
    pressureLevel: Number(PRESSURE_LEVEL.exec(ofStep)?.[1] ?? 0),
    depth: Number(depth?.[1] ?? 0),
    depthTo: Number(depth?.[2] ?? 0),
  };
}
