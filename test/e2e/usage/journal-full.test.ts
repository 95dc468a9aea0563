import { describe, expect, it } from '@jest/globals';
import { Journal } from '../../../src/usage/metering/journal/journal.js';
import { UsageMeterService } from '../../../src/usage/metering/usage-meter.service.js';
import { askForecast, createKeyedClient, FORECAST } from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { type TestApp, useTestApp } from '../../support/test-app.js';

/** Makes writing to the journal fail, like a full disk. Returns a function that undoes it. */
function fillDisk(app: TestApp): () => void {
  const journal: object = app.app.get(Journal);
  Object.defineProperty(journal, 'tryWrite', { value: () => false, configurable: true });
  return () => void Reflect.deleteProperty(journal, 'tryWrite');
}

describe('with JOURNAL_FULL=refuse', () => {
  const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=1000' });

  it("responds to keyed requests with 503 while usage can't be written, and refunds what they consumed", async () => {
    const { key, owner, clientId } = await createKeyedClient(app());
    expect((await askForecast(app(), { apikey: key })).status).toBe(200);
    const makeRoom = fillDisk(app());
    const answer = await askForecast(app(), { apikey: key, 'accept-encoding': 'gzip' });
    makeRoom();

    expectProblem(answer, 503, 'usage_unavailable', { instance: FORECAST });
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('ratelimit')).toMatch(/^"day";r=999;t=\d+$/);
    for (const name of ['etag', 'last-modified', 'content-encoding'])
      expect(answer.headers.has(name)).toBe(false);
    const { body } = await owner.get<{ windows: { remaining: number }[] }>(
      `/v1/usage/quota?client_id=${clientId}`,
    );
    expect(body.windows[0].remaining).toBe(999);
    expect((await askForecast(app(), { apikey: key })).status).toBe(200);
    const { refused, uncounted } = app().app.get(UsageMeterService);
    expect({ refused, uncounted }).toEqual({ refused: 1, uncounted: 0 });
  });
});

describe('with JOURNAL_FULL=uncounted', () => {
  const app = useTestApp({ JOURNAL_FULL: 'uncounted' });

  it('serves them, and counts how many are uncounted', async () => {
    const { key } = await createKeyedClient(app());
    const makeRoom = fillDisk(app());
    const { status } = await askForecast(app(), { apikey: key });
    makeRoom();

    expect(status).toBe(200);
    expect(app().app.get(UsageMeterService).uncounted).toBe(1);
  });
});
