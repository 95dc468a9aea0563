/** @slow */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ALPHA, BETA, judgeMembers, MEMBERS, type MembersVerdict } from './judge-members.js';

const HOURS = 1_000_000;
/** With some seventy shares, none deviates by this many standard errors by chance. */
const SIGMAS = 5;

/** Returns the deviation of a share of hours from the expected one, in standard errors. */
const errorsFrom = (expected: number, share: number, hours: number) =>
  Math.abs(share - expected) / Math.sqrt((expected * (1 - expected)) / hours);

describe('an ensemble whose members are distributed like the outcomes, over a million hours', () => {
  let verdict: MembersVerdict;
  beforeAll(() => {
    verdict = judgeMembers(HOURS);
  });

  test('serves a probability for each count of its members, avoiding certainty that contradicts another model', () => {
    const shares = Array.from({ length: MEMBERS + 1 }, (_, wet) => Math.round((100 * wet) / MEMBERS));
    expect(new Set(verdict.bins.map(({ served }) => served))).toEqual(new Set([...shares, 1, 99]));
  });

  test('is as reliable as its number of members allows', () => {
    // Given k wet members of n, the outcome is wet with (k + alpha) / (n + alpha + beta); the model is one more draw.
    const wrong = verdict.bins.filter(({ served, isWet, hours, wetHours }) => {
      const wetDraws = Math.round((served / 100) * MEMBERS) + Number(isWet);
      const expected = (wetDraws + ALPHA) / (MEMBERS + 1 + ALPHA + BETA);
      return errorsFrom(expected, wetHours / hours, hours) > SIGMAS;
    });
    expect(wrong).toEqual([]);
  });

  test('has the Brier score of the chances themselves plus the sampling error of its members', () => {
    const ofChances = (ALPHA * BETA) / ((ALPHA + BETA) * (ALPHA + BETA + 1));
    // A squared error is at most 1, so it varies no more than a variable that is 0 or 1.
    const expected = ofChances * (1 + 1 / MEMBERS);
    expect(errorsFrom(expected, verdict.brierScore, HOURS)).toBeLessThan(SIGMAS);
  });

  test('has outcomes below a quantile as often as its rank implies: they are equally likely between any two members', () => {
    // The 4th, 16th and 28th of 31 members, which divide the range into 32 intervals.
    const ranks = { temperature2mP10: 4, temperature2mP50: 16, temperature2mP90: 28 };
    for (const [name, rank] of Object.entries(ranks))
      expect(errorsFrom(rank / (MEMBERS + 1), verdict.below[name], HOURS)).toBeLessThan(SIGMAS);
  });
});
