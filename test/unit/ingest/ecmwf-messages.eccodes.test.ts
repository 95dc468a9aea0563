import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readFields } from '../../../src/weather/grib/message.js';
import { StepDecoder } from '../../../src/ingest/fields/step-decoder.js';
import { type VariableName } from '../../../src/weather/meteo/variables.js';
import { IFS_RECORDS } from '../../../src/weather/models/ifs/ifs.records.js';
import { describeWithEcCodes, type EcCodesField, readWithEcCodes } from '../../support/eccodes.js';
import { sharedData } from '../../support/shared-data.js';

const grib = (name: string) => join(sharedData ?? '', 'grib', name);

/**
 * ECMWF messages unlike those of the shared run: global fields starting at 180° E, in template 5.42. One is from AIFS.
 */
const MESSAGES: [VariableName, file: string, shortName: string, of: (value: number) => number][] = [
  ['cloudCover', 'ecmwf.ifs.20260310.t00z.0p25.surface.ccsds.grb2', 'tcc', (share) => 100 * share],
  ['rainFlag', 'ecmwf.ifs.20260310.t00z.0p25.surface.ccsds.grb2', 'ptype', flagOf(1, 2, 7, 11)],
  ['snowFlag', 'ecmwf.ifs.20260310.t00z.0p25.surface.ccsds.grb2', 'ptype', flagOf(5, 6, 7, 9)],
  ['freezingRainFlag', 'ecmwf.ifs.20260310.t00z.0p25.surface.ccsds.grb2', 'ptype', flagOf(3, 12)],
  ['icePelletsFlag', 'ecmwf.ifs.20260310.t00z.0p25.surface.ccsds.grb2', 'ptype', flagOf(4, 8, 10)],
  ['landMask', 'ifs-tensogram-lsm.grib2', 'lsm', (share) => share],
  ['temperature2m', 'aifs-0p25-20240802_06z_18h_2t.grib2', '2t', (kelvin) => kelvin],
];

function flagOf(...codes: number[]): (value: number) => number {
  return (code) => (codes.includes(code) ? 1 : 0);
}

const known = new Map<string, Promise<{ bytes: Buffer; expected: Float64Array }>>();

/** Returns a message of a file and its values according to ecCodes. Each is read once. */
function messageOf(file: string, shortName: string): Promise<{ bytes: Buffer; expected: Float64Array }> {
  const message = known.get(shortName) ?? extract(file, shortName);
  known.set(shortName, message);
  return message;
}

async function extract(file: string, shortName: string) {
  const folder = mkdtempSync(join(tmpdir(), 'ifs-'));
  const alone = join(folder, 'message.grib2');
  execFileSync('grib_copy', ['-w', `shortName=${shortName}`, grib(file), alone]);
  const bytes = readFileSync(alone);
  const read = await readWithEcCodes(alone, ['shortName'], [42]).next();
  rmSync(folder, { recursive: true });
  return { bytes, expected: (read.value as EcCodesField).values! };
}

describeWithEcCodes("ECMWF's messages as our variables", () => {
  test.each(MESSAGES)('%s', async (variable, file, shortName, of) => {
    const { bytes, expected } = await messageOf(file, shortName);
    const [field] = readFields(bytes);
    const source = IFS_RECORDS.find((record) => record.variable === variable)!;
    const [pattern] = source.alternatives;
    const decoder = new StepDecoder(field.referenceTime);
    const { stepHours } = field.product;
    const record = {
      source,
      pattern,
      forecast: { kind: 'instant', stepHours } as const,
      range: { path: 'file', startBytes: 0, endBytes: bytes.length },
      label: shortName,
    };
    expect((await decoder.gridOf({ record, bytes }, 0.25)).grid).toMatchObject({
      ni: 1440,
      nj: 721,
      latitudeFirst: 90,
      longitudeFirst: 180,
      wrapsLongitude: true,
    });
    const { numbers, quantisation } = await decoder.decodeNumbers({ record, bytes });
    const { values } = await decoder.decode({ record, bytes });
    expect(values).toHaveLength(expected.length);
    let worst = 0;
    for (let i = 0; i < values.length; i++) {
      const truth = of(expected[i]);
      const number = quantisation.reference + numbers[i] * quantisation.quantum;
      worst = Math.max(worst, Math.abs(values[i] - truth), Math.abs(number - truth));
    }
    expect(worst).toBeLessThan(1e-9);
  });
});
