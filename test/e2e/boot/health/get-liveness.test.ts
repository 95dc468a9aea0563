import { expect, it } from '@jest/globals';
import { ApiCaller } from '../../../support/api-caller.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();

it('responds while the process runs, even without its database', async () => {
  const restore = await app().cutDatabase();
  try {
    const { status, headers, body } = await new ApiCaller(app().url).get('/health/live');

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({ status: 'live' });
  } finally {
    await restore();
  }
});
