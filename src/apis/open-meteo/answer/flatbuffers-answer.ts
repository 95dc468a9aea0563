import { Unit as SdkUnit } from '@openmeteo/sdk/unit.js';
import { Builder } from 'flatbuffers';
import { mapSeries, noSeries } from '../../../weather/meteo/index.js';
import { type OpenMeteoQuery } from '../request/open-meteo-query.js';
import { type AnswerColumn, type AnswerSection, type PointAnswer } from './point-answer.js';
import { type Unit } from '../variables/quantities.js';
import { sdkUnit, sdkVariable } from './sdk-variables.js';

/** The field indexes of the tables in Open-Meteo's schema (open-meteo/sdk, weather_api.fbs), and how many there are. */
const RESPONSE = {
  latitude: 0,
  longitude: 1,
  elevation: 2,
  generationTimeMilliseconds: 3,
  locationId: 4,
  utcOffsetSeconds: 6,
  timezone: 7,
  timezoneAbbreviation: 8,
  current: 9,
  daily: 10,
  hourly: 11,
  minutely_15: 12,
  length: 15,
};
const SECTION = { time: 0, timeEnd: 1, interval: 2, variables: 3, length: 4 };
const VARIABLE = {
  variable: 0,
  unit: 1,
  value: 2,
  values: 3,
  valuesInt64: 4,
  altitude: 5,
  aggregation: 6,
  pressureLevel: 7,
  depth: 8,
  depthTo: 9,
  length: 13,
};
const NOTHING_YET = Buffer.alloc(0);
const SECTIONS = ['current', 'daily', 'hourly', 'minutely_15'] as const;

/**
 * The response as size-prefixed messages of Open-Meteo's schema.
 * @param answers one for each location and model
 */
export function* flatbuffersPieces(
  _query: OpenMeteoQuery,
  answers: Iterable<PointAnswer>,
): Generator<Buffer, void> {
  for (const answer of answers) yield* messageOf(answer);
}

/** Yields an empty piece for each column, then one message: its size comes first, and depends on all columns. */
function* messageOf(answer: PointAnswer): Generator<Buffer, void> {
  const { latitude, longitude, elevation, point, sections } = answer;
  const { offsetMs, timezone, abbreviation } = point.clock;
  const builder = new Builder(4096);
  const tables: number[] = [];
  for (const name of SECTIONS) {
    const section = sections.find((one) => one.name === name);
    tables.push(section ? yield* writeSection(builder, section, offsetMs) : 0);
  }
  const [zone, short] = [builder.createString(timezone), builder.createString(abbreviation)];
  builder.startObject(RESPONSE.length);
  builder.addFieldFloat32(RESPONSE.latitude, latitude, 0);
  builder.addFieldFloat32(RESPONSE.longitude, longitude, 0);
  builder.addFieldFloat32(RESPONSE.elevation, elevation ?? NaN, 0);
  builder.addFieldFloat32(RESPONSE.generationTimeMilliseconds, 0, 0);
  builder.addFieldInt64(RESPONSE.locationId, BigInt(point.locationId), 0n);
  builder.addFieldInt32(RESPONSE.utcOffsetSeconds, offsetMs / 1000, 0);
  builder.addFieldOffset(RESPONSE.timezone, zone, 0);
  builder.addFieldOffset(RESPONSE.timezoneAbbreviation, short, 0);
  SECTIONS.forEach((name, i) => builder.addFieldOffset(RESPONSE[name], tables[i], 0));
  builder.finishSizePrefixed(builder.endObject());
  yield Buffer.from(builder.asUint8Array());
}

function* writeSection(
  builder: Builder,
  { name, range, columns }: AnswerSection,
  offsetMs: number,
): Generator<Buffer, number> {
  const offsets: number[] = [];
  for (const column of columns) {
    offsets.push(writeColumn(builder, column, name === 'current', name === 'daily'));
    yield NOTHING_YET;
  }
  const variables = writeOffsets(builder, offsets);
  const firstMs = range.firstMs - offsetMs;
  builder.startObject(SECTION.length);
  builder.addFieldInt64(SECTION.time, BigInt(firstMs / 1000), 0n);
  builder.addFieldInt64(SECTION.timeEnd, BigInt((firstMs + range.count * range.stepMs) / 1000), 0n);
  builder.addFieldInt32(SECTION.interval, range.stepMs / 1000, 0);
  builder.addFieldOffset(SECTION.variables, variables, 0);
  return builder.endObject();
}

function writeColumn(builder: Builder, column: AnswerColumn, isSingle: boolean, isDaily: boolean): number {
  const known = sdkVariable(column.name, isDaily);
  const isInstant = 'instantsMs' in column;
  const floats = isInstant ? noSeries(0) : servedValues(column);
  const values = isInstant || isSingle ? 0 : writeFloats(builder, floats);
  const moments = isInstant ? writeMoments(builder, column.instantsMs) : 0;
  builder.startObject(VARIABLE.length);
  builder.addFieldInt8(VARIABLE.variable, known.variable, 0);
  builder.addFieldInt8(VARIABLE.unit, isInstant ? SdkUnit.unix_time : sdkUnit(column.unit), 0);
  if (isSingle) builder.addFieldFloat32(VARIABLE.value, floats[0], 0);
  builder.addFieldOffset(VARIABLE.values, values, 0);
  builder.addFieldOffset(VARIABLE.valuesInt64, moments, 0);
  builder.addFieldInt16(VARIABLE.altitude, known.altitude, 0);
  builder.addFieldInt8(VARIABLE.aggregation, known.aggregation, 0);
  builder.addFieldInt16(VARIABLE.pressureLevel, known.pressureLevel, 0);
  builder.addFieldInt16(VARIABLE.depth, known.depth, 0);
  builder.addFieldInt16(VARIABLE.depthTo, known.depthTo, 0);
  return builder.endObject();
}

function servedValues({ scaled, unit }: { scaled: Float64Array; unit: Unit }): Float64Array {
  const scale = 10 ** unit.decimals;
  return mapSeries(scaled, (value) => value / scale);
}

/** Vectors are written starting from their end. */
function writeFloats(builder: Builder, values: Float64Array): number {
  builder.startVector(4, values.length, 4);
  for (let i = values.length - 1; i >= 0; i--) builder.addFloat32(values[i]);
  return builder.endVector();
}

function writeMoments(builder: Builder, instantsMs: Float64Array): number {
  builder.startVector(8, instantsMs.length, 8);
  for (let i = instantsMs.length - 1; i >= 0; i--) builder.addInt64(BigInt(Math.floor(instantsMs[i] / 1000)));
  return builder.endVector();
}

function writeOffsets(builder: Builder, offsets: readonly number[]): number {
  builder.startVector(4, offsets.length, 4);
  for (let i = offsets.length - 1; i >= 0; i--) builder.addOffset(offsets[i]);
  return builder.endVector();
}
