import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { KillHarness } from '../../support/kill-harness.js';

/** `KILL_CYCLES=200` for the long run. */
const CYCLES = Number(process.env.KILL_CYCLES ?? 3);

let harness: KillHarness;
beforeAll(async () => {
  harness = await KillHarness.start();
});
afterAll(() => harness.remove());

it(
  `counts every answer that a caller saw, exactly once, across ${CYCLES} kills under load`,
  async () => {
    for (let cycle = 0; cycle < CYCLES; cycle++) await harness.killUnderLoad();
    await harness.restart();

    const { seen, cut, counted, units, logged } = await harness.tally();

    expect(seen.length).toBeGreaterThan(0);
    // Each request has an id of its own, and the log holds all of them: nothing is there twice.
    expect(new Set(logged).size).toBe(logged.length);
    expect(counted).toBe(logged.length);
    expect(units).toBe(counted);
    // What callers saw is there; what is there beyond it was being answered when the process was killed.
    const loggedIds = new Set(logged);
    expect(seen.filter((id) => !loggedIds.has(id))).toEqual([]);
    const known = new Set([...seen, ...cut]);
    expect(logged.filter((id) => !known.has(id))).toEqual([]);
  },
  CYCLES * 30_000 + 120_000,
);
