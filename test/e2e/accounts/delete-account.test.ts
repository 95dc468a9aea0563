import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiCaller,
  createApiKey,
  createClient,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

let admin: SignedInCaller;
beforeAll(async () => {
  // The first account is the administrator.
  admin = await signedInCaller(app());
});

describe('204', () => {
  it('ends the account with its clients, keys and sessions at once, and succeeds only once', async () => {
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
});

describe('403', () => {
  let member: SignedInCaller;
  beforeAll(async () => {
    member = await signedInCaller(app());
  });

  it("doesn't let a member delete its own account here, since the route for that asks for the password", async () => {
    const instance = `/v1/accounts/${member.accountId}`;

    expectProblem(await member.delete(instance), 403, 'forbidden', { instance });

    expect((await member.get('/v1/accounts/me')).status).toBe(200);
  });
});

describe('409', () => {
  it('keeps the last administrator', async () => {
    const instance = `/v1/accounts/${admin.accountId}`;

    expectProblem(await admin.delete(instance), 409, 'conflict', { instance });

    expect((await admin.get(instance)).status).toBe(200);
  });
});
