import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseInventory } from '../../../../src/weather/grib/inventory.js';
import { matchRecord } from '../../../../src/ingest/plan/record-matching.js';
import { gefs } from '../../../../src/weather/models/gefs/gefs.model.js';
import { type SourceRecord, type StepFiles } from '../../../../src/weather/models/model.js';
import { stepsOf } from '../../../../src/weather/models/model-target.js';
import { stepPath } from '../../../../src/weather/models/step-path.js';
import { describeWithSharedData, sharedData } from '../../../support/shared-data.js';

const RUN = new Date('2020-08-04T12:00:00Z');
const { members, quantiles } = gefs.ensemble!;

describe('the GEFS model', () => {
  test('has 31 members and 81 steps to 240 h', () => {
    expect(members.map(({ name, number }) => [name, number])).toEqual([
      ['c00', 0],
      ...Array.from({ length: 30 }, (_, i) => [`p${String(i + 1).padStart(2, '0')}`, i + 1]),
    ]);
    const steps = stepsOf({ model: gefs, resolution: '0p50', maxStepHours: 240 });
    expect([steps.length, steps[1], steps.at(-1)]).toEqual([81, 3, 240]);
  });

  test('names files as in NOAA’s bucket', () => {
    const paths = gefs.resolutions['0p50'].products.map((product) =>
      stepPath((product as StepFiles).inventory.path, RUN, 6, { member: members[4].name }),
    );
    expect(paths).toEqual([
      'gefs.20200804/12/atmos/pgrb2ap5/gep04.t12z.pgrb2a.0p50.f006.idx',
      'gefs.20200804/12/atmos/pgrb2sp25/gep04.t12z.pgrb2s.0p25.f006.idx',
    ]);
  });
});

describeWithSharedData('a real inventory of a member', () => {
  const read = (file: string) =>
    parseInventory(readFileSync(join(sharedData ?? '', 'index', file), 'utf8')).map((record) => ({
      ...record,
      path: '',
      // As passed on by the ingest.
      forecast: record.forecast.replace(/:ENS=(\+1|low-res ctl)$/, ''),
    }));
  const missing = (file: string, stepHours: number, records: readonly SourceRecord[]) =>
    records
      .filter(
        ({ alternatives }) => !alternatives.some((pattern) => matchRecord(read(file), pattern, stepHours)),
      )
      .map(({ variable }) => variable);

  test('has every record for the quantiles at 0.25°, and all but the gust at 0.5°', () => {
    const all = [...gefs.records, ...quantiles.records];
    expect(missing('gep01.t00z.pgrb2s.0p25.f015.idx', 15, all)).toEqual([]);
    expect(missing('gec00.t00z.pgrb2a.0p50.f432.idx', 432, all)).toEqual(['windGust']);
  });

  test('is distinguished from that of the mean', () => {
    expect(missing('geavg.t00z.pgrb2s.0p25.f009.idx', 9, gefs.records)).toEqual(['precipitation']);
  });
});
