import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type VariableName } from '../../../src/weather/meteo/variables.js';
import { GFS_RECORDS } from '../../../src/weather/models/gfs/gfs.records.js';
import { type EcCodes } from '../decode/ec-codes.js';
import { type Report } from '../report.js';
import { BenchFields } from './bench-fields.js';
import { REAL_FIELDS } from './bench-mirror.js';
import { type Precision, writeMessage } from './message-writer.js';

const NI = 360;
const HOUR = 9;

/** The second one has no values in the tropics, so that it gets a bitmap. */
const CHECKED: { variable: VariableName; isPartial: boolean }[] = [
  { variable: 'temperature2m', isPartial: false },
  { variable: 'windU10m', isPartial: true },
];

/** Ensures that ecCodes reads the encoder's messages back to within half a step of the precision. */
export function checkEncoder(report: Report, ecCodes: EcCodes, folder: string): void {
  const fields = new BenchFields(REAL_FIELDS, NI, NI / 2 + 1);
  const file = join(folder, 'encoder.grib2');
  const run = new Date('2026-03-01T00:00:00Z');
  for (const { variable, isPartial } of CHECKED) {
    const [identity] = GFS_RECORDS.find((record) => record.variable === variable)!.alternatives[0].messages;
    const precision = fields.precision(variable);
    const values = fields.at(variable, HOUR, false);
    if (isPartial) values.fill(NaN, values.length / 3, values.length / 2);
    const grid = { ni: NI, nj: fields.nj, north: 90, west: 0, degrees: 360 / NI };
    const packing = { kind: 'second-order' as const, ...precision };
    writeFileSync(file, writeMessage({ run, identity, stepHours: HOUR, grid, values, packing }));
    requireWithin(values, ecCodes.values(file), precision, variable);
  }
  report.note(
    `ecCodes reads the encoder's ${CHECKED.map(({ variable }) => variable).join(' and ')} as they are`,
  );
}

function requireWithin(
  values: Float64Array,
  read: Float64Array,
  { binary, decimal }: Precision,
  label: string,
): void {
  if (read.length !== values.length) throw new Error(`ecCodes reads ${read.length} values of ${label}`);
  // Slightly more than half a step, since the reference is a single-precision number.
  const tolerance = 0.501 * 2 ** binary * 10 ** -decimal;
  values.forEach((value, i) => {
    const isEqual = Number.isNaN(value) ? Number.isNaN(read[i]) : Math.abs(read[i] - value) <= tolerance;
    if (!isEqual) throw new Error(`${label}: ecCodes reads ${read[i]} at ${i}, not ${value}`);
  });
}
