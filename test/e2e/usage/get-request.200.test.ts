import { beforeAll, expect, it } from '@jest/globals';
import { ApiCaller, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { basic, type LoggedRequest, logRequest } from '../../support/usage-caller.js';

const app = useTestApp();
let admin: SignedInCaller;
let member: SignedInCaller;
let logged: LoggedRequest;
beforeAll(async () => {
  admin = await signedInCaller(app());
  member = await signedInCaller(app());
  logged = await logRequest(member);
});

const path = () => `/v1/usage/requests/${logged.loggedRequestId}`;

it('is what the list has', async () => {
  const { status, body } = await member.get(path());

  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: logged.loggedRequestId,
    endpoint: 'GET /v1/weather/forecast',
    status: 400,
    code: 'invalid_parameter',
    units: 0,
    request_id: logged.requestId,
    client_id: logged.clientId,
  });
  const list = await member.get<{ data: unknown[] }>('/v1/usage/requests');
  expect(list.body.data).toEqual([body]);
});

it('is shown to an administrator, and to the client with its own credentials', async () => {
  const { body: secret } = await member.post<{ client_secret: string }>(
    `/v1/clients/${logged.clientId}/secret`,
  );
  const client = basic(logged.clientId, secret.client_secret);

  expect((await admin.get(path())).status).toBe(200);
  expect((await new ApiCaller(app().url).get(path(), client)).status).toBe(200);
});

it('has neither code nor units where an earlier version wrote it', async () => {
  await app().runSql('update usage.requests set code = null, detail = null, units = null where id = ?', [
    logged.loggedRequestId,
  ]);

  const { status, body } = await member.get(path());

  expect([status, body.code, body.detail, body.units]).toEqual([200, null, null, null]);
});
