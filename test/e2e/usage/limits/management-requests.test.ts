/** @slow */
import { expect, it, jest } from '@jest/globals';
import { MANAGEMENT_REQUESTS_PER_MINUTE } from '../../../../src/core/http/access/pace/request-pace.service.js';
import { ApiCaller, signedInCaller } from '../../../support/api-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';
import { basic } from '../../../support/usage-caller.js';

const app = useTestApp();

it('caps the requests of an account per minute, over its sessions and its clients together', async () => {
  const [caller, other] = [await signedInCaller(app()), await signedInCaller(app())];
  const { body: client } = await caller.post<{ client_id: string; client_secret: string }>('/v1/clients', {
    name: 'A client',
  });
  const byClient = () =>
    new ApiCaller(app().url).get('/v1/usage/quota', basic(client.client_id, client.client_secret));
  // Freeze the clock, so that a slow machine doesn't let more requests pass.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  try {
    for (let i = 0; i < MANAGEMENT_REQUESTS_PER_MINUTE / 2; i++) {
      expect((await caller.get('/v1/sessions/current')).status).toBe(200);
      expect((await byClient()).status).toBe(200);
    }

    const answers = [await caller.get('/v1/sessions/current'), await byClient()];

    expectProblem(answers[0], 429, 'too_many_attempts', { instance: '/v1/sessions/current' });
    expectProblem(answers[1], 429, 'too_many_attempts', { instance: '/v1/usage/quota' });
    expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(['1', '1']);
    expect((await other.get('/v1/sessions/current')).status).toBe(200);
    clock.mockReturnValue(Date.now() + 1_000);
    expect((await caller.get('/v1/sessions/current')).status).toBe(200);
  } finally {
    clock.mockRestore();
  }
});
