/** @slow */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { KillHarness } from '../../support/kill-harness.js';

/** Set `KILL_CYCLES=200` for the long run. */
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
    // Each request has its own id, and the log contains all of them, so nothing is counted twice.
    expect(new Set(logged).size).toBe(logged.length);
    expect(counted).toBe(logged.length);
    expect(units).toBe(counted);
    // Everything that callers saw is logged; anything else was in progress when the process was killed.
    const loggedIds = new Set(logged);
    expect(seen.filter((id) => !loggedIds.has(id))).toEqual([]);
    const known = new Set([...seen, ...cut]);
    expect(logged.filter((id) => !known.has(id))).toEqual([]);
  },
  CYCLES * 30_000 + 120_000,
);
