import { expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller } from '../../../support/api-caller.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();
it("ends the account's other sessions, and no one else's", async () => {
  const [caller, somebody] = [await signedInCaller(app()), await signedInCaller(app())];
  const others = [new ApiCaller(app().url), new ApiCaller(app().url)];
  for (const other of others) await other.post('/v1/sessions', { email: caller.email, password: PASSWORD });

  const { status, headers, body } = await caller.delete('/v1/sessions');

  expect([status, body]).toEqual([204, '']);
  expect(headers.getSetCookie()).toEqual([]);
  for (const other of others) expect((await other.get('/v1/accounts/me')).status).toBe(401);
  for (const kept of [caller, somebody]) expect((await kept.get('/v1/accounts/me')).status).toBe(200);
});

it('succeeds even if there are none', async () => {
  const caller = await signedInCaller(app());

  expect((await caller.delete('/v1/sessions')).status).toBe(204);
  expect((await caller.delete('/v1/sessions')).status).toBe(204);
});
