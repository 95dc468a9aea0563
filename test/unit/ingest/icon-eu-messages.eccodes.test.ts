import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readFields } from '../../../src/weather/grib/message.js';
import { StepDecoder } from '../../../src/ingest/fields/step-decoder.js';
import { type PlannedRecord } from '../../../src/ingest/plan/run-plan.js';
import { type VariableName } from '../../../src/weather/meteo/variables.js';
import { ICON_EU_RECORDS } from '../../../src/weather/models/icon-eu/icon-eu.records.js';
import { describeWithEcCodes, type EcCodesField, readWithEcCodes } from '../../support/eccodes.js';
import { sharedData } from '../../support/shared-data.js';

const NI = 1097;
const NJ = 657;

/**
 * Real messages for Europe, with rows from south to north and steps in minutes. The cloud cover is from another
 * parameter, which the edit relabels.
 */
const MESSAGES: [VariableName, file: string, stepHours: number, edit: string][] = [
  ['windU10m', 'icon-eu_2022050700_000_U_10M.grib2', 0, 'parameterNumber=2'],
  ['windV10m', 'icon-eu_2022050700_000_V_10M.grib2', 0, 'parameterNumber=3'],
  ['cloudCover', 'icon-eu_2022042700_047_CLCT_MOD.grib2', 47, 'parameterNumber=1'],
];

describeWithEcCodes("DWD's messages as our variables", () => {
  test.each(MESSAGES)('%s', async (variable, file, stepHours, edit) => {
    const folder = mkdtempSync(join(tmpdir(), 'icon-eu-'));
    const plain = join(folder, 'message.grib2');
    execFileSync('grib_set', ['-s', edit, join(sharedData ?? '', 'grib', file), plain]);
    const [field] = readFields(readFileSync(plain));
    const read = await readWithEcCodes(plain, ['shortName'], [0]).next();
    const bytes = execFileSync('bzip2', ['-c', plain], { maxBuffer: Infinity });
    rmSync(folder, { recursive: true });
    const expected = (read.value as EcCodesField).values!;
    const source = ICON_EU_RECORDS.find((record) => record.variable === variable)!;
    const record: PlannedRecord = {
      source,
      pattern: source.alternatives[0],
      forecast: { kind: 'instant', stepHours },
      range: { path: file, startBytes: 0, endBytes: bytes.length },
      compression: 'bzip2',
      label: file,
    };
    const decoder = new StepDecoder(field.referenceTime);
    const { kept } = await decoder.gridOf({ record, bytes }, 0.0625);
    expect(kept).toMatchObject({ ni: NI, nj: NJ, latitudeFirst: 70.5, wrapsLongitude: false });
    expect((kept.longitudeFirst + 360) % 360).toBe(336.5);
    const { values } = await decoder.decode({ record, bytes });
    expect(values).toHaveLength(expected.length);
    let worst = 0;
    for (let i = 0; i < values.length; i++) {
      const row = NJ - 1 - Math.floor(i / NI);
      worst = Math.max(worst, Math.abs(values[i] - expected[row * NI + (i % NI)]));
    }
    expect(worst).toBeLessThan(1e-9);
  });
});
