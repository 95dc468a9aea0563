import { expect, it } from '@jest/globals';
import { IngestHarness } from '../../../pipeline/ingest-harness.js';
import { ChildProgram } from '../../../support/child-program.js';
import { describeWithSharedData, sharedData } from '../../../support/shared-data.js';
import { withDirectory } from '../../model-store/synthetic-run.js';
import { judge, type Verdict } from './judge.js';

// In a process of its own: in Jest's modules every mention of Math costs as much as a page of arithmetic.
const JUDGE_NOISE = `
const { writeRandomRun } = await import(parameters.randomRun);
const { judgeNewestRun } = await import(parameters.judge);
await writeRandomRun(parameters.directory, new Date('2026-11-20T12:00:00Z'), 1);
process.stdout.write(JSON.stringify(judgeNewestRun(parameters.directory, 0.4)) + '\\n');
`;

it(
  'no metric contradicts another in a million hours of noise, in either system of units',
  () =>
    withDirectory(async (directory) => {
      const program = await ChildProgram.start(JUDGE_NOISE, {
        directory,
        randomRun: new URL('./random-run.ts', import.meta.url).href,
        judge: new URL('./judge.ts', import.meta.url).href,
      });
      const { judgedHours, found } = JSON.parse(program.firstLine) as Verdict;
      expect(found).toEqual([]);
      expect(judgedHours).toBeGreaterThan(2_000_000);
    }),
  60_000,
);

describeWithSharedData('every hour of every cell of the run of 2020-08-04T12', () => {
  it.each([
    ['on the cells', 0, undefined],
    ['between the cells', 0.5, undefined],
    ['far above the terrain, where rain is snow', 0.25, 3000],
  ])('is free of contradictions %s', async (_, offset, elevation) => {
    const harness = await IngestHarness.create();
    await harness.run(`${sharedData}/gfs`, ['--run', '2020-08-04T12']);
    const { judgedHours, found } = harness.withRun((run) => judge(run, offset, elevation));
    await harness.remove();
    expect(found).toEqual([]);
    expect(judgedHours).toBeGreaterThanOrEqual(2 * 12 * 48 * 32);
  });
});
