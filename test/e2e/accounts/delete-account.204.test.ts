import { expect, it } from '@jest/globals';
import { ApiCaller, createApiKey, createClient, signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
it('ends the account with its clients, keys and sessions at once, and is done once', async () => {
  const admin = await signedInCaller(app());
  const member = await signedInCaller(app());
  const { key } = await createApiKey(member, await createClient(member));
  const forecast = () =>
    new ApiCaller(app().url).get('/v1/weather/forecast?lat=1&lon=1&source=climatology', { apikey: key });
  expect((await forecast()).status).toBe(200);

  const path = `/v1/accounts/${member.accountId}`;
  const answers = await Promise.all([admin.delete(path), admin.delete(path), admin.delete(path)]);

  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  expect((await forecast()).body.code).toBe('revoked_api_key');
  expect((await member.get('/v1/accounts/me')).status).toBe(401);
  expect((await admin.get(path)).status).toBe(404);
});
