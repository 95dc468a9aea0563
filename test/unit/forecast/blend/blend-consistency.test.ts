/** @slow */
import { expect, it } from '@jest/globals';
import { withDirectory } from '../../store/synthetic-run.js';
import { judgeCorrections } from './judge-corrections.js';
import { judgeBlend } from './judge-blend.js';

const HOURS = 1_000_000;

it(
  'no metric contradicts another in a million hours of random values from three models and an ensemble, and means are those of the models, and none jumps between them',
  () =>
    withDirectory(async (directory) => {
      const verdict = await judgeBlend(directory, HOURS);
      const { judgedHours, mixedHours, membersHours, quantileHours, quantileDays, found } = verdict;
      expect(found).toEqual([]);
      expect(judgedHours).toBeGreaterThanOrEqual(HOURS);
      expect(mixedHours).toBeGreaterThan(HOURS / 3);
      expect(membersHours).toBeGreaterThan(HOURS / 2);
      expect(quantileHours).toBeGreaterThan(HOURS / 2);
      expect(quantileDays).toBeGreaterThan(HOURS / 2 / 24);
    }),
  240_000,
);

it(
  'nor in a hundred thousand hours that are corrected by up to 6 K, and what follows from temperature and dew point is of the corrected ones',
  () =>
    withDirectory(async (directory) => {
      const { judgedHours, found } = await judgeCorrections(directory, 100_000);
      expect(found).toEqual([]);
      expect(judgedHours).toBeGreaterThanOrEqual(100_000);
    }),
  120_000,
);
