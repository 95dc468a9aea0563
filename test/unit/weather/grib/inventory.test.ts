import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { GribError } from '../../../../src/weather/grib/grib-error.js';
import { parseInventory } from '../../../../src/weather/grib/inventory.js';
import { readFields } from '../../../../src/weather/grib/message.js';
import { describeWithSharedData, sharedData } from '../../../support/shared-data.js';

const LINES = [
  '1:0:d=2020080412:PRMSL:mean sea level:6 hour fcst:',
  '2:990253:d=2020080412:APCP:surface:0-6 hour acc fcst:',
  '3.1:1043682:d=2020080412:UGRD:10 m above ground:6 hour fcst:',
  '3.2:1043682:d=2020080412:VGRD:10 m above ground:6 hour fcst:',
  '4:1500000:d=2020080412:TOZNE:entire atmosphere (considered as a single layer):6 hour fcst:ENS=+1',
];

describe('an inventory', () => {
  test('ends each record at the next larger offset', () => {
    const records = parseInventory(LINES.join('\n') + '\n');
    expect(
      records.map(({ recordNumber, offsetBytes, endBytes }) => [recordNumber, offsetBytes, endBytes]),
    ).toEqual([
      ['1', 0, 990253],
      ['2', 990253, 1043682],
      ['3.1', 1043682, 1500000],
      ['3.2', 1043682, 1500000],
      ['4', 1500000, undefined],
    ]);
  });

  test('describes each record', () => {
    expect(parseInventory(LINES[1])).toEqual([
      {
        recordNumber: '2',
        offsetBytes: 990253,
        endBytes: undefined,
        referenceTime: new Date('2020-08-04T12:00:00Z'),
        parameter: 'APCP',
        level: 'surface',
        forecast: '0-6 hour acc fcst',
      },
    ]);
  });

  test('keeps the text after the forecast', () => {
    expect(parseInventory(LINES[4])[0].forecast).toBe('6 hour fcst:ENS=+1');
  });

  test('may be out of order', () => {
    const [last, first] = parseInventory([LINES[2], LINES[0]].join('\n'));
    expect([first.endBytes, last.endBytes]).toEqual([1043682, undefined]);
  });

  test('may have Windows line endings, and may be empty', () => {
    expect(parseInventory(LINES.join('\r\n') + '\r\n')).toEqual(parseInventory(LINES.join('\n')));
    expect(parseInventory('')).toEqual([]);
  });

  test.each(['\n\n', '\r\n\r\n', '\n \n', '\n\n\n'])('may end with blank lines: %j', (ending) => {
    expect(parseInventory(LINES.join('\n') + ending)).toEqual(parseInventory(LINES.join('\n')));
  });
});

describe('a malformed line causes an error with its number', () => {
  test.each([
    ['cut', '2:990253:d=2020080412:APCP:surface:0-6 hour a'],
    ['no record number', ':990253:d=2020080412:APCP:surface:anl:'],
    ['no offset', '2::d=2020080412:APCP:surface:anl:'],
    ['a negative offset', '2:-1:d=2020080412:APCP:surface:anl:'],
    ['an offset beyond all files', '2:99999999999999999999:d=2020080412:APCP:surface:anl:'],
    ['no date', '2:990253:2020080412:APCP:surface:anl:'],
    ['a date that does not exist', '2:990253:d=2020023112:APCP:surface:anl:'],
    ['an hour that does not exist', '2:990253:d=2020080424:APCP:surface:anl:'],
    ['no level', '2:990253:d=2020080412:APCP::anl:'],
    ['blank', ''],
    ['a page instead', '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>'],
  ])('%s', (_, line) => {
    const parse = () => parseInventory([LINES[0], line, LINES[2]].join('\n'));
    expect(parse).toThrow(GribError);
    expect(parse).toThrow(/^Inventory line 2\b/);
  });
});

describeWithSharedData('the inventories of a real run', () => {
  const folder = join(sharedData ?? '', 'gfs/gfs.20200804/12/atmos');

  test.each(['000', '006', '012'])('f%s: each range contains exactly the message of its line', (step) => {
    const name = readdirSync(folder).find((file) => file.endsWith(`f${step}.idx`)) ?? '';
    const records = parseInventory(readFileSync(join(folder, name), 'utf8'));
    const file = readFileSync(join(folder, name.replace('.idx', '')));
    expect(records).toHaveLength(readFields(file).length);
    for (const { offsetBytes, endBytes, referenceTime, forecast } of records) {
      const [field] = readFields(file.subarray(offsetBytes, endBytes));
      expect(field.referenceTime).toEqual(referenceTime);
      expect(field.product.statisticalProcess === undefined).toBe(!/ (ave|acc|max|min) /.test(forecast));
    }
  });
});
