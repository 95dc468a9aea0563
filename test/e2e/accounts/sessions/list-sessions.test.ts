import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { itRefusesParameters } from '../../../support/list-refusals.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();

describe('200', () => {
  interface Listed {
    data: { id: string; user_agent: string }[];
    next_cursor: string | null;
  }

  it("lists the account's live sessions, newest first and paginated, without tokens", async () => {
    await signedInCaller(app());
    const caller = await signedInCaller(app());
    for (const agent of ['second', 'third', 'ended', 'idle']) {
      const signIn = { email: caller.email, password: PASSWORD };
      await new ApiCaller(app().url).post('/v1/sessions', signIn, { 'user-agent': agent });
    }
    await app().runSql(`update sessions set expires_at = now() where user_agent = 'ended'`);
    await app().runSql(
      `update sessions set last_seen_at = now() - interval '168 hours' where user_agent = 'idle'`,
    );

    const { status, body } = await caller.get<Listed>('/v1/sessions');

    expect(status).toBe(200);
    expect(body.data.map(({ user_agent }) => user_agent)).toEqual(['third', 'second', 'node']);
    expect(body.next_cursor).toBeNull();
    const current = (await caller.get<{ session: unknown }>('/v1/sessions/current')).body.session;
    expect(body.data[2]).toEqual(current);
    expect(JSON.stringify(body)).not.toContain(caller.cookie!.split('=')[1]);

    const first = await caller.get<Listed>('/v1/sessions?limit=2');
    const rest = await caller.get<Listed>(`/v1/sessions?limit=2&cursor=${first.body.next_cursor}`);
    expect([...first.body.data, ...rest.body.data]).toEqual(body.data);
    expect(rest.body.next_cursor).toBeNull();
  });
});

describe('400', () => {
  const instance = '/v1/sessions';
  let caller: SignedInCaller;
  beforeAll(async () => {
    caller = await signedInCaller(app());
  });

  itRefusesParameters(() => caller, instance);
});
