import { expect, it } from '@jest/globals';
import { ApiCaller, createApiKey, createClient, PASSWORD } from '../../support/api-caller.js';
import { askForecast } from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { describeWithRedis } from '../../support/describe-with-redis.js';
import { useAppWithoutRedis } from '../../support/without-redis.js';

describeWithRedis('while the store of attempts is away', () => {
  const service = useAppWithoutRedis();

  it('nobody signs in, with the right password or another; sessions and keys go on', async () => {
    const { app, caller } = service();
    for (const password of [PASSWORD, 'a guess of mine']) {
      const answer = await new ApiCaller(app.url).post('/v1/sessions', { email: caller.email, password });
      expectProblem(answer, 503, 'sign_in_unavailable', { instance: '/v1/sessions' });
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }

    const { key } = await createApiKey(caller, await createClient(caller));
    expect((await askForecast(app, { apikey: key })).status).toBe(200);
  });
});
