import { describe, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller } from '../../../support/api-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();

describe('204', () => {
  const currentId = async (caller: ApiCaller) =>
    (await caller.get<{ session: { id: string } }>('/v1/sessions/current')).body.session.id;

  it('ends another session of the account, and no others', async () => {
    const caller = await signedInCaller(app());
    const [lost, kept] = [new ApiCaller(app().url), new ApiCaller(app().url)];
    for (const other of [lost, kept])
      await other.post('/v1/sessions', { email: caller.email, password: PASSWORD });

    const { status, headers, body } = await caller.delete(`/v1/sessions/${await currentId(lost)}`);

    expect([status, body]).toEqual([204, '']);
    expect(headers.getSetCookie()).toEqual([]);
    expect((await lost.get('/v1/accounts/me')).status).toBe(401);
    for (const other of [caller, kept]) expect((await other.get('/v1/accounts/me')).status).toBe(200);
  });

  it('ends the current session by its id, and the cookie with it', async () => {
    const caller = await signedInCaller(app());
    const { cookie } = caller;

    const { status, headers } = await caller.delete(`/v1/sessions/${await currentId(caller)}`);

    expect(status).toBe(204);
    expect(headers.getSetCookie()[0]).toMatch(/^session=; Max-Age=0;/);
    expect((await new ApiCaller(app().url).get('/v1/accounts/me', { cookie: cookie! })).status).toBe(401);
  });

  it('succeeds once when requested several times at once', async () => {
    const caller = await signedInCaller(app());
    const other = new ApiCaller(app().url);
    await other.post('/v1/sessions', { email: caller.email, password: PASSWORD });
    const path = `/v1/sessions/${await currentId(other)}`;

    const answers = await Promise.all(Array.from({ length: 4 }, () => caller.delete(path)));

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
  });
});

describe('404', () => {
  it("doesn't take an empty id for all other sessions", async () => {
    const caller = await signedInCaller(app());
    const elsewhere = new ApiCaller(app().url);
    await elsewhere.post('/v1/sessions', { email: caller.email, password: PASSWORD });

    expectProblem(await caller.delete('/v1/sessions/'), 404, 'not_found', { instance: '/v1/sessions/' });

    expect((await elsewhere.get('/v1/accounts/me')).status).toBe(200);
  });
});
