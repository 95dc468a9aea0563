/** @slow */
import { expect, it } from '@jest/globals';
import { IngestHarness } from '../../../pipeline/ingest-harness.js';
import { describeWithSharedData, sharedData } from '../../../support/shared-data.js';
import { withDirectory } from '../../store/synthetic-run.js';
import { judge, judgeNewestRun } from './judge.js';
import { writeRandomRun } from './random-run.js';

it(
  'no metric contradicts another in a million hours of random values, in either unit system',
  () =>
    withDirectory(async (directory) => {
      await writeRandomRun(directory, new Date('2026-11-20T12:00:00Z'), 1);
      const { judgedHours, found } = judgeNewestRun(directory, 0.4);
      expect(found).toEqual([]);
      expect(judgedHours).toBeGreaterThan(2_000_000);
    }),
  60_000,
);

describeWithSharedData('every hour of every cell of the 2020-08-04T12 run', () => {
  it.each([
    ['on the cells', 0, undefined],
    ['between the cells', 0.5, undefined],
    ['far above the terrain, where rain is snow', 0.25, 3000],
  ])('has no contradictions %s', async (_, offset, elevation) => {
    const harness = await IngestHarness.create();
    await harness.run(`${sharedData}/gfs`, ['--run', '2020-08-04T12']);
    const { judgedHours, found } = harness.withRun((run) => judge(run, offset, elevation));
    await harness.remove();
    expect(found).toEqual([]);
    expect(judgedHours).toBeGreaterThanOrEqual(2 * 12 * 48 * 32);
  });
});
