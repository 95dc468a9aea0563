import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiCaller, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';
import { basic, type LoggedRequest, logRequest } from '../../support/usage-caller.js';

const app = useTestApp();

let admin: SignedInCaller;
beforeAll(async () => {
  // The first account is the administrator.
  admin = await signedInCaller(app());
});

describe('200', () => {
  let member: SignedInCaller;
  let logged: LoggedRequest;
  beforeAll(async () => {
    member = await signedInCaller(app());
    logged = await logRequest(member);
  });

  const path = () => `/v1/usage/requests/${logged.loggedRequestId}`;

  it('is the same as in the list', async () => {
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

  it('has neither code nor units if recorded by an earlier version', async () => {
    await app().runSql('update usage.requests set code = null, detail = null, units = null where id = ?', [
      logged.loggedRequestId,
    ]);

    const { status, body } = await member.get(path());

    expect([status, body.code, body.detail, body.units]).toEqual([200, null, null, null]);
  });
});

describe('404', () => {
  it("returns 404 to a client for a request of its account's other clients", async () => {
    const caller = await signedInCaller(app());
    const { loggedRequestId } = await logRequest(caller);
    const clientId = await createClient(caller);
    const { body } = await caller.post<{ client_secret: string }>(`/v1/clients/${clientId}/secret`);
    const instance = `/v1/usage/requests/${loggedRequestId}`;

    const answer = await new ApiCaller(app().url).get(instance, basic(clientId, body.client_secret));

    expectProblem(answer, 404, 'not_found', { instance });
  });
});
