import { expect, it } from '@jest/globals';
import { ChildProgram } from '../../../support/child-program.js';
import { withDirectory } from '../../model-store/synthetic-run.js';
import { type BlendVerdict } from './judge-blend.js';

const HOURS = 1_000_000;

// In a process of its own: in Jest's modules every mention of Math costs as much as a page of arithmetic.
const JUDGE_BLEND = `
const { judgeBlend } = await import(parameters.judge);
const verdict = await judgeBlend(parameters.directory, parameters.hours);
process.stdout.write(JSON.stringify(verdict) + '\\n');
`;

it(
  'no metric contradicts another in a million hours of three models of noise, and none jumps where one takes over',
  () =>
    withDirectory(async (directory) => {
      const program = await ChildProgram.start(JUDGE_BLEND, {
        directory,
        hours: HOURS,
        judge: new URL('./judge-blend.ts', import.meta.url).href,
      });
      const { judgedHours, mixedHours, found } = JSON.parse(program.firstLine) as BlendVerdict;
      expect(found).toEqual([]);
      expect(judgedHours).toBeGreaterThanOrEqual(HOURS);
      expect(mixedHours).toBeGreaterThan(HOURS / 50);
    }),
  120_000,
);
