import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { downloadSteps } from '../../../src/ingest/download/download.js';
import { planRun } from '../../../src/ingest/plan/run-plan.js';
import { type ByteSource } from '../../../src/ingest/source/byte-source.js';
import { Mirrors } from '../../../src/ingest/source/mirrors.js';
import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';
import { stepInventory } from './inventory-records.js';

let underWay = 0;
const source: ByteSource = {
  location: 'http://mirror',
  isRemote: true,
  readText: () => Promise.reject(new Error('nothing is to be read')),
  describe: () => Promise.resolve(undefined),
  readRange: async (path, _range, signal) => {
    if (path === 'file.f0') return new Uint8Array(100);
    underWay++;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await setImmediate();
    underWay--;
    throw signal.reason;
  },
};

const { steps } = planRun(
  gfs.records.filter(({ variable }) => variable === 'temperature2m'),
  [0, 3].map((stepHours) => ({
    ...stepInventory(stepHours, `TMP:2 m above ground:${stepHours === 0 ? 'anl' : '3 hour fcst'}`, 'X:y:anl'),
    source,
  })),
  [0, 3],
);

test('no download is left running once a consumer ends early', async () => {
  const { signal } = new AbortController();
  for await (const { stepHours } of downloadSteps(new Mirrors([source]), steps, undefined, {
    signal,
    stepDeadlineMs: 60_000,
  })) {
    expect([stepHours, underWay]).toEqual([0, 1]);
    break;
  }
  expect(underWay).toBe(0);
});
