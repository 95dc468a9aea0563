import { beforeAll, expect, it } from '@jest/globals';
import {
  ApiCaller,
  createApiKey,
  createClient,
  PASSWORD,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let admin: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
});

const change = (caller: SignedInCaller, body: unknown) =>
  admin.call('PATCH', `/v1/accounts/${caller.accountId}`, { body });
const forecast = (key: string) =>
  new ApiCaller(app().url).get('/v1/weather/forecast?lat=1&lon=1&source=climatology', { apikey: key });

it('changes what the owner could, too', async () => {
  const member = await signedInCaller(app());

  const { status, body } = await change(member, { full_name: 'Renamed', organization: 'Ours' });

  expect(status).toBe(200);
  expect((await member.get('/v1/accounts/me')).body).toEqual(body);
  expect(body).toMatchObject({ full_name: 'Renamed', organization: 'Ours', role: 'member' });
});

it('disables: sessions end at the next request and keys are refused, until it enables again', async () => {
  const member = await signedInCaller(app());
  const { key } = await createApiKey(member, await createClient(member));
  expect((await forecast(key)).status).toBe(200);

  expect((await change(member, { status: 'disabled' })).body.status).toBe('disabled');

  expect((await member.get('/v1/accounts/me')).status).toBe(401);
  const refused = await forecast(key);
  expect([refused.status, refused.body.code]).toEqual([403, 'account_disabled']);
  const signIn = () => member.post('/v1/sessions', { email: member.email, password: PASSWORD });
  expect((await signIn()).body.code).toBe('account_disabled');

  expect((await change(member, { status: 'active' })).status).toBe(200);
  expect((await forecast(key)).status).toBe(200);
  // The old session does not come back to life.
  expect((await member.get('/v1/accounts/me')).status).toBe(401);
  expect((await signIn()).status).toBe(201);
});

it('makes administrators, who are ones from the next request on', async () => {
  const member = await signedInCaller(app());
  expect((await member.get('/v1/accounts')).status).toBe(403);

  await change(member, { role: 'admin' });
  expect((await member.get('/v1/accounts')).status).toBe(200);

  await change(member, { role: 'member' });
  expect((await member.get('/v1/accounts')).status).toBe(403);
});
