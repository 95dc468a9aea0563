import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { readFields } from '../../../src/weather/grib/message.js';
import { type PlannedRecord } from '../../../src/ingest/plan/run-plan.js';
import { StepDecoder } from '../../../src/ingest/fields/step-decoder.js';
import { type VariableName } from '../../../src/weather/meteo/variables.js';
import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';
import { describeWithSharedData, sharedData } from '../../support/shared-data.js';

const RUN = new Date('2019-01-06T12:00:00Z');
const INDICATOR_BYTES = 16;
const END_BYTES = 4;

function planned(variable: VariableName): PlannedRecord {
  const source = gfs.records.find((record) => record.variable === variable);
  if (!source) throw new Error(`there is no record of ${variable}`);
  const [pattern] = source.alternatives;
  const forecast = { kind: 'instant', stepHours: 6 } as const;
  return {
    source,
    pattern,
    forecast,
    range: { path: 'file', startBytes: 0, endBytes: 1 },
    label: `f006 ${variable}`,
  };
}

function sectionsOf(message: Uint8Array): Uint8Array[] {
  const view = new DataView(message.buffer, message.byteOffset);
  const sections: Uint8Array[] = [];
  for (let offset = INDICATOR_BYTES; offset < message.length - END_BYTES;) {
    const length = view.getUint32(offset);
    sections.push(message.subarray(offset, offset + length));
    offset += length;
  }
  return sections;
}

/** Joins the fields of two messages in one, numbered 5.1 and 5.2 in inventories: sections 4 to 7 repeat. */
function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const repeated = sectionsOf(second).filter((section) => section[4] >= 4);
  const message = Buffer.concat([
    first.subarray(0, first.length - END_BYTES),
    ...repeated,
    first.subarray(first.length - END_BYTES),
  ]);
  message.writeUInt32BE(message.length, 12);
  return message;
}

describeWithSharedData('a message', () => {
  let windU: Uint8Array;
  let windV: Uint8Array;
  beforeAll(() => {
    const file = readFileSync(join(sharedData ?? '', 'grib/gfs.20190106.t12z.1p00.wind10m.f006.drt0.grb2'));
    const length = file.readUInt32BE(12);
    windU = file.subarray(0, length);
    windV = file.subarray(length);
  });

  test('is decoded from the northwest corner, with its lattice', async () => {
    const downloaded = { record: planned('windV10m'), bytes: windV };
    const { values, quantisation } = await new StepDecoder(RUN).decode(downloaded);
    const { grid } = await new StepDecoder(RUN).gridOf(downloaded, 1);
    expect(grid).toMatchObject({
      ni: 360,
      nj: 181,
      latitudeFirst: 90,
      longitudeFirst: 0,
      wrapsLongitude: true,
    });
    // As `grib_get_data` and `grib_get -p referenceValue,binaryScaleFactor,decimalScaleFactor` print them.
    expect(values).toHaveLength(360 * 181);
    expect(values[0]).toBeCloseTo(-1.2844555664, 6);
    expect(values.at(-1)).toBeCloseTo(0.095544433594, 6);
    expect(quantisation).toEqual({ reference: expect.closeTo(-19.7544555664, 8) as unknown, quantum: 0.01 });
  });

  test('with several fields yields the requested one', async () => {
    const decoder = new StepDecoder(RUN);
    const bytes = joined(windU, windV);
    expect(readFields(bytes)).toHaveLength(2);
    for (const [variable, alone] of [
      ['windU10m', windU],
      ['windV10m', windV],
    ] as const) {
      const record = planned(variable);
      const { values } = await decoder.decode({ record, bytes });
      expect(values).toEqual((await decoder.decode({ record, bytes: alone })).values);
    }
  });

  test('with another parameter is rejected with both parameters', async () => {
    await expect(new StepDecoder(RUN).decode({ record: planned('windU10m'), bytes: windV })).rejects.toThrow(
      'f006 windU10m: the message is another one: parameter 0.2.3, not 0.2.2 (UGRD)',
    );
  });

  test('with another level is rejected with both levels', async () => {
    const [pattern] = planned('windU10m').source.alternatives;
    const messages = [{ ...pattern.messages[0], levelValue: 80 }];
    const record = {
      ...planned('windU10m'),
      pattern: { ...pattern, messages, level: '80 m above ground' },
    };
    await expect(new StepDecoder(RUN).decode({ record, bytes: windU })).rejects.toThrow(
      'the message is another one: level of type 103 at 10, not 80 m above ground',
    );
  });

  test('with an unknown packing is rejected with the code table and the number', async () => {
    const bytes = Uint8Array.from(windU);
    const section5 =
      bytes.length -
      END_BYTES -
      sectionsOf(bytes)
        .slice(-3)
        .reduce((sum, { length }) => sum + length, 0);
    new DataView(bytes.buffer).setUint16(section5 + 9, 9999);
    await expect(new StepDecoder(RUN).decode({ record: planned('windU10m'), bytes })).rejects.toThrow(
      expect.objectContaining({
        name: 'UnsupportedMessageError',
        message: 'f006 windU10m: GRIB2 code table 5.0: 9999 is not supported',
      }),
    );
  });
});

test('a JPEG 2000 message is decoded with the library that it needs', async () => {
  const bytes = readFileSync(new URL('../../fixtures/grib/tmp.jpeg.grib2', import.meta.url));
  const decoder = new StepDecoder(new Date('2020-08-04T12:00:00Z'));
  const downloaded = { record: planned('temperature2m'), bytes };
  const { grid } = await decoder.gridOf(downloaded, 0.25);
  const { values } = await decoder.decode(downloaded);
  expect(values).toHaveLength(grid.ni * grid.nj);
  // To within one quantum of ecCodes' values in test/fixtures/grib/fields.txt.
  expect(Math.min(...values)).toBeCloseTo(282.2, 2);
  expect(Math.max(...values)).toBeCloseTo(296.4, 2);
});
