import { beforeAll, describe, expect, test } from '@jest/globals';
import { ALPHA, BETA, judgeMembers, MEMBERS, type MembersVerdict } from './judge-members.js';

const HOURS = 1_000_000;
/** None of some seventy shares departs by so many standard errors by chance. */
const SIGMAS = 5;

/** A share of some hours in standard errors from the one that is expected. */
const errorsFrom = (expected: number, share: number, hours: number) =>
  Math.abs(share - expected) / Math.sqrt((expected * (1 - expected)) / hours);

describe('an ensemble whose members are as probable as what happens, in a million hours', () => {
  let verdict: MembersVerdict;
  beforeAll(() => {
    verdict = judgeMembers(HOURS);
  });

  test('serves a probability for each count of its members, short of certainty beside another model', () => {
    const shares = Array.from({ length: MEMBERS + 1 }, (_, wet) => Math.round((100 * wet) / MEMBERS));
    expect(new Set(verdict.bins.map(({ served }) => served))).toEqual(new Set([...shares, 1, 99]));
  });

  test('is as reliable as so many members can be', () => {
    // Of k wet ones out of n draws the next is wet with (k + alpha) / (n + alpha + beta); the model is one more draw.
    const wrong = verdict.bins.filter(({ served, isWet, hours, wetHours }) => {
      const wetDraws = Math.round((served / 100) * MEMBERS) + Number(isWet);
      const expected = (wetDraws + ALPHA) / (MEMBERS + 1 + ALPHA + BETA);
      return errorsFrom(expected, wetHours / hours, hours) > SIGMAS;
    });
    expect(wrong).toEqual([]);
  });

  test('has the Brier score of the chances themselves, and what so many members leave open', () => {
    const ofChances = (ALPHA * BETA) / ((ALPHA + BETA) * (ALPHA + BETA + 1));
    // A square is 1 at most: it varies no more than what is either 0 or 1.
    const expected = ofChances * (1 + 1 / MEMBERS);
    expect(errorsFrom(expected, verdict.brierScore, HOURS)).toBeLessThan(SIGMAS);
  });

  test('has below a quantile what its rank leaves: what happens is as probable between any two members', () => {
    // The fourth, sixteenth and twenty-eighth of 31, between which there are 32 places.
    const ranks = { temperature2mP10: 4, temperature2mP50: 16, temperature2mP90: 28 };
    for (const [name, rank] of Object.entries(ranks))
      expect(errorsFrom(rank / (MEMBERS + 1), verdict.below[name], HOURS)).toBeLessThan(SIGMAS);
  });
});
