import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readFields } from '../../src/weather/grib/message.js';
import { RecordTaker } from '../../src/ingest/fields/record-taker.js';
import { type PlannedRecord } from '../../src/ingest/plan/run-plan.js';
import { StepDecoder } from '../../src/ingest/fields/step-decoder.js';
import { GFS_RECORDS } from '../../src/weather/models/gfs/gfs.records.js';
import { RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { RunWriter } from '../../src/store/write/run-writer.js';
import { StoredPoint } from '../../src/store/read/stored-point.js';
import { describeWithEcCodes, readWithEcCodes } from '../support/eccodes.js';
import { sharedData } from '../support/shared-data.js';
import { withDirectory } from '../unit/store/synthetic-run.js';

const RUN = new Date('2011-10-08T00:00:00Z');
const STEP = 72;

/** Returns the message of the surface pressure, which GFS packed to 0.1 Pa in 20 bits. */
function pressureMessage(file: string): Uint8Array {
  const bytes = readFileSync(file);
  for (let start = 0; start < bytes.length; start += Number(bytes.readBigUInt64BE(start + 8))) {
    const message = bytes.subarray(start, start + Number(bytes.readBigUInt64BE(start + 8)));
    const [{ discipline, product }] = readFields(message);
    const { parameterCategory, parameterNumber, level } = product;
    if (discipline === 0 && parameterCategory === 3 && parameterNumber === 0 && level.type === 1)
      return message;
  }
  throw new Error(`${file} has no surface pressure`);
}

async function pressureOfEcCodes(file: string): Promise<Float64Array> {
  const keys = ['discipline:l', 'parameterCategory:l', 'parameterNumber:l', 'typeOfFirstFixedSurface:l'];
  for await (const field of readWithEcCodes(file, keys, [3]))
    if (Object.values(field.keys).join('.') === '0.3.0.1') return field.values!;
  throw new Error(`${file} has no surface pressure`);
}

describeWithEcCodes('pressure that is packed too finely for the codes of one plane', () => {
  const file = join(sharedData ?? '', 'grib/gfs.20111008.t00z.2p50.f072.grb2');
  const source = GFS_RECORDS.find(({ variable }) => variable === 'surfacePressure')!;
  const record: PlannedRecord = {
    source,
    pattern: source.alternatives[0],
    forecast: { kind: 'instant', stepHours: STEP },
    range: { path: 'file', startBytes: 0, endBytes: 1 },
    label: 'PRES',
  };

  test('matches ecCodes exactly in every cell', () =>
    withDirectory(async (directory) => {
      const downloaded = { record, bytes: pressureMessage(file) };
      const runGrid = await new StepDecoder(RUN).gridOf(downloaded, 2.5);
      const { grid } = runGrid;
      const identity = {
        model: 'gfs',
        resolution: '1p00',
        run: RUN,
        attribution: 'NOAA',
        stepsHours: [STEP],
      };
      const writer = await RunWriter.create(directory, { ...identity, grid });
      const taker = new RecordTaker(RUN, runGrid);
      await writer.fill('surfacePressure', STEP, (...room) => taker.take(downloaded, ...room));
      const { variables } = await writer.publish();
      expect(variables.map(({ name }) => name)).toEqual(['surfacePressure', 'surfacePressureRemainder']);
      const expected = await pressureOfEcCodes(file);
      const catalogue = new RunCatalogue(directory);
      const [run] = catalogue.runs();
      let worst = 0;
      for (let i = 0; i < expected.length; i++) {
        const latitude = grid.latitudeFirst - Math.floor(i / grid.ni) * grid.latitudeIncrement;
        const longitude = grid.longitudeFirst + (i % grid.ni) * grid.longitudeIncrement;
        const [pascals] = StoredPoint.at(run, latitude, longitude)!.series('surfacePressure')!;
        worst = Math.max(worst, Math.abs(pascals - expected[i]));
      }
      catalogue.close();
      expect(expected.length).toBe(144 * 73);
      expect(worst).toBeLessThan(1e-6);
    }));
});
