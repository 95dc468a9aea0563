import { it } from '@jest/globals';
import { PASSWORD } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { describeWithRedis } from '../../support/describe-with-redis.js';
import { useAppWithoutRedis } from '../../support/without-redis.js';

const instance = '/v1/accounts/me/password';

describeWithRedis('while the store of attempts is away', () => {
  const service = useAppWithoutRedis();

  it('no password can be tried, and so none changed', async () => {
    const body = { current_password: PASSWORD, new_password: 'another quiet morning' };
    const answer = await service().caller.call('PUT', instance, { body });
    expectProblem(answer, 503, 'sign_in_unavailable', { instance });
  });
});
