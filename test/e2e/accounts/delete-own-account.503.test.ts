import { expect, it } from '@jest/globals';
import { PASSWORD } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { describeWithRedis } from '../../support/describe-with-redis.js';
import { useAppWithoutRedis } from '../../support/without-redis.js';

const instance = '/v1/accounts/me';

describeWithRedis('while the store of attempts is away', () => {
  const service = useAppWithoutRedis();

  it('no password can be tried, and the account stays', async () => {
    const { caller } = service();
    const answer = await caller.call('DELETE', instance, { body: { password: PASSWORD } });
    expectProblem(answer, 503, 'sign_in_unavailable', { instance });
    expect((await caller.get(instance)).status).toBe(200);
  });
});
