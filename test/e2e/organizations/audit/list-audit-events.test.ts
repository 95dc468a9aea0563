import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiCaller,
  createClient,
  PASSWORD,
  signedInCaller,
  type SignedInCaller,
} from '../../../support/api-caller.js';
import { itRefusesParameters } from '../../../support/list-refusals.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';
import { basic } from '../../../support/usage-caller.js';

const app = useTestApp();

let admin: SignedInCaller;
let member: SignedInCaller;
beforeAll(async () => {
  // The first account is the administrator.
  admin = await signedInCaller(app());
  member = await signedInCaller(app());
});

describe('200', () => {
  interface AuditEvent {
    id: string;
    action: string;
    actor: { account_id: string | null; address: string | null };
    account_id: string;
    target_id: string;
    details: Record<string, unknown>;
  }
  interface Listed {
    data: AuditEvent[];
    next_cursor: string | null;
  }

  const list = async (caller: ApiCaller, query = '') => (await caller.get<Listed>(`/v1/audit${query}`)).body;
  const newest = async (caller: ApiCaller) => (await list(caller, '?limit=1')).data[0];
  const change = (caller: ApiCaller, path: string, body: unknown) => caller.call('PATCH', path, { body });

  it('records who did what, when and from where', async () => {
    const answer = await member.call('PATCH', '/v1/accounts/me', {
      body: { full_name: 'Secret Name', email: `changed-${member.email}` },
      headers: { 'x-request-id': 'the-request' },
    });
    expect(answer.status).toBe(200);

    expect(await newest(member)).toEqual({
      id: expect.stringMatching(/^aud_[0-9A-HJKMNP-TV-Z]{26}$/),
      action: 'account.updated',
      title: 'Account updated',
      actor: {
        kind: 'account',
        account_id: member.accountId,
        client_id: null,
        name: 'Secret Name',
        token_id: null,
        address: '127.0.0.1',
        request_id: 'the-request',
      },
      account_id: member.accountId,
      organization_id: null,
      client_id: null,
      target_id: member.accountId,
      target_name: 'Secret Name',
      details: { changed: ['full_name', 'email'] },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    await change(member, '/v1/accounts/me', { email: member.email });
  });

  it('records registration, sign-in and sign-out', async () => {
    const caller = await signedInCaller(app());
    const other = new ApiCaller(app().url);
    await other.post('/v1/sessions', { email: caller.email, password: PASSWORD });
    await other.delete('/v1/sessions/current');

    const { data } = await list(caller);

    const actions = ['session.deleted', 'session.created', 'session.created', 'account.created'];
    expect(data.map(({ action }) => action)).toEqual(actions);
    for (const { actor, account_id } of data) {
      expect([actor.account_id, account_id]).toEqual([caller.accountId, caller.accountId]);
    }
    expect(data[0].target_id).toBe(data[1].target_id);
  });

  it('records each session ended from another one', async () => {
    const caller = await signedInCaller(app());
    const others: string[] = [];
    for (let i = 0; i < 3; i++) {
      const signIn = { email: caller.email, password: PASSWORD };
      const { body } = await new ApiCaller(app().url).post<{ session: { id: string } }>(
        '/v1/sessions',
        signIn,
      );
      others.push(body.session.id);
    }
    await caller.delete(`/v1/sessions/${others[0]}`);
    await caller.delete('/v1/sessions');

    const { data } = await list(caller, '?action=session.deleted');

    expect(data.map(({ target_id }) => target_id).sort()).toEqual(others.sort());
    for (const { actor, account_id } of data)
      expect([actor.account_id, actor.address, account_id]).toEqual([
        caller.accountId,
        '127.0.0.1',
        caller.accountId,
      ]);
  });

  it('records changes of passwords, but no passwords', async () => {
    const caller = await signedInCaller(app());
    const password = 'canary of a morning';
    await caller.call('PUT', '/v1/accounts/me/password', {
      body: { current_password: PASSWORD, new_password: password },
    });
    const { body } = await admin.post<{ url: string }>(`/v1/accounts/${caller.accountId}/password-reset`);
    const token = body.url.split('#token=')[1];
    await caller.post('/v1/password-resets/complete', { token, new_password: `${password} too` });

    const { data } = await list(admin, `?account_id=${caller.accountId}&limit=3`);

    expect(data.map(({ action, actor }) => [action, actor.account_id])).toEqual([
      ['account.password_reset', caller.accountId],
      ['account.password_reset_requested', admin.accountId],
      ['account.password_changed', caller.accountId],
    ]);
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`canary|${token}`));
  });

  it('shows an account what an administrator did to it without the address, which administrators do see', async () => {
    const caller = await signedInCaller(app());
    await change(admin, `/v1/accounts/${caller.accountId}`, { role: 'admin' });
    await change(admin, `/v1/accounts/${caller.accountId}`, { role: 'member' });

    const seen = await newest(caller);

    expect(seen.details).toEqual({ changed: ['role'], role: { from: 'admin', to: 'member' } });
    expect(seen.actor).toMatchObject({ account_id: admin.accountId, address: null });
    const [same] = (await list(admin, `?account_id=${caller.accountId}&limit=1`)).data;
    const actor = { ...seen.actor, name: 'A Member', address: '127.0.0.1' };
    expect(same).toEqual({ ...seen, actor });
  });

  it('shows members their own events, and administrators all', async () => {
    const own = (await list(member, '?limit=100')).data;
    const all = (await list(admin, '?limit=100')).data;

    expect(new Set(own.map(({ account_id }) => account_id))).toEqual(new Set([member.accountId]));
    expect(new Set(all.map(({ account_id }) => account_id)).size).toBeGreaterThanOrEqual(3);
    expect((await list(member, `?account_id=${member.accountId}&limit=100`)).data).toEqual(own);
  });

  it('filters by action, and pages through the list', async () => {
    const all = (await list(admin, '?action=account.created&limit=100')).data;
    expect(new Set(all.map(({ action }) => action))).toEqual(new Set(['account.created']));
    const seen: AuditEvent[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const part: Listed = await list(
        admin,
        `?action=account.created&limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...part.data);
      cursor = part.next_cursor;
    }
    expect(seen).toEqual(all);
  });

  it('names who acted and what was changed, also what is deleted, but no administrators to members', async () => {
    const caller = await signedInCaller(app());
    const clientId = await createClient(caller, { name: '=1+1' });
    await change(admin, `/v1/clients/${clientId}`, { status: 'disabled' });
    await caller.delete(`/v1/clients/${clientId}`);

    interface Named {
      actor: { name: string | null };
      target_name: string | null;
    }
    const seenBy = async (viewer: ApiCaller) => {
      const { data } = await list(viewer, `?client_id=${clientId}`);
      return (data as unknown as Named[]).map(({ actor, target_name }) => [actor.name, target_name]);
    };
    expect(await seenBy(caller)).toEqual([
      ['A Member', '=1+1'],
      [null, '=1+1'],
      ['A Member', '=1+1'],
    ]);
    expect((await seenBy(admin)).map(([name]) => name)).toEqual(['A Member', 'A Member', 'A Member']);
  });

  it('filters by who acted', async () => {
    const caller = await signedInCaller(app());
    await change(admin, `/v1/accounts/${caller.accountId}`, { full_name: 'Renamed' });
    const { data } = await list(admin, `?account_id=${caller.accountId}&actor_account_id=${admin.accountId}`);

    expect(data.map(({ action }) => action)).toEqual(['account.updated']);
  });

  it('returns CSV that no spreadsheet takes for a formula', async () => {
    const caller = await signedInCaller(app());
    const clientId = await createClient(caller, { name: '=1+1' });
    const { status, headers, body } = await caller.call<string>('GET', `/v1/audit?client_id=${clientId}`, {
      headers: { accept: 'text/csv' },
    });

    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [header, row] = String(body).split('\r\n');
    expect(header).toBe(
      'time,action,title,actor_kind,actor,actor_id,address,target,target_id,organization_id,client_id,request_id,details',
    );
    expect(row).toContain(
      `,client.created,Client created,account,A Member,${caller.accountId},127.0.0.1,'=1+1,${clientId},`,
    );
  });

  it('records no rejected or failed requests', async () => {
    const before = await newest(admin);

    await change(member, '/v1/accounts/me', { email: admin.email });
    await change(member, '/v1/accounts/me', { full_name: 'Secret Name' });
    await change(admin, `/v1/accounts/${admin.accountId}`, { role: 'member' });
    await member.post('/v1/sessions', { email: member.email, password: 'not the password' });
    await member.post('/v1/accounts', { full_name: 'Twice', email: member.email, password: PASSWORD });

    expect(await newest(admin)).toEqual(before);
  });

  it('keeps events after the account is deleted', async () => {
    const caller = await signedInCaller(app());
    await caller.call('DELETE', '/v1/accounts/me', { body: { password: PASSWORD } });

    const { data } = await list(admin, `?account_id=${caller.accountId}`);

    expect(data.map(({ action }) => action)).toEqual([
      'account.deleted',
      'session.created',
      'account.created',
    ]);
  });

  it('writes the event and the change together or not at all', async () => {
    await app().runSql(
      `create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`,
    );
    await app().runSql(
      'create trigger refuse before insert on audit_events for each row execute function refuse()',
    );
    const { status } = await change(member, '/v1/accounts/me', { full_name: 'Unrecorded' });
    await app().runSql('drop trigger refuse on audit_events');

    expect(status).toBe(500);
    expect((await member.get('/v1/accounts/me')).body.full_name).toBe('Secret Name');
  });

  it("names no client as the actor of an account's change to a client", async () => {
    await member.post('/v1/clients', { name: 'An application' });

    expect(await newest(member)).toMatchObject({ action: 'client.created', actor: { client_id: null } });
  });

  it('names the client that used its own credentials, and its account', async () => {
    const { body: client } = await member.post<Record<string, string>>('/v1/clients', { name: 'A program' });
    const created = await new ApiCaller(app().url).post(
      `/v1/clients/${client.client_id}/api-keys`,
      { name: 'Its own key' },
      basic(client.client_id, client.client_secret),
    );
    expect(created.status).toBe(201);

    expect(await newest(member)).toMatchObject({
      action: 'api_key.created',
      actor: { kind: 'client', account_id: member.accountId, client_id: client.client_id },
      account_id: member.accountId,
      client_id: client.client_id,
      target_id: created.body.id,
    });
  });

  it('records changes of a client and its keys, but no secrets', async () => {
    const { body: client } = await member.post<Record<string, string>>('/v1/clients', {
      name: 'An application',
    });
    const path = `/v1/clients/${client.client_id}`;
    const { body: first } = await member.post<Record<string, string>>(`${path}/api-keys`, { name: 'A key' });
    await change(member, path, { name: 'Another name' });
    const { body: credentials } = await member.post<Record<string, string>>(`${path}/secret`);
    await change(member, `${path}/api-keys/${first.id}`, { name: 'Another key' });
    const { body: second } = await member.post<Record<string, string>>(`${path}/api-keys/${first.id}/rotate`);
    await member.delete(`${path}/api-keys/${second.id}`);
    await member.delete(path);

    const { data } = await list(member, '?limit=8');

    expect(data.map(({ action, target_id }) => [action, target_id])).toEqual([
      ['client.deleted', client.client_id],
      ['api_key.revoked', second.id],
      ['api_key.rotated', second.id],
      ['api_key.updated', first.id],
      ['client.secret_rotated', client.client_id],
      ['client.updated', client.client_id],
      ['api_key.created', first.id],
      ['client.created', client.client_id],
    ]);
    const secrets = [client.client_secret, credentials.client_secret, first.key, second.key];
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20);
      expect(JSON.stringify(data)).not.toContain(secret);
    }
  });
});

describe('400', () => {
  const instance = '/v1/audit';

  itRefusesParameters(() => member, instance, [
    ['action', 'action=everything'],
    ['account_id', 'account_id=x'],
    ['client_id', 'client_id=acc_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['account_id', 'account_id='],
  ]);
});

describe('404', () => {
  const instance = '/v1/audit';

  it("returns 404 for another account's id, exactly as for an unknown one", async () => {
    const clientId = await createClient(admin);
    const ask = (query: string) => member.get(`${instance}?${query}`);

    for (const [name, foreign, missing] of [
      ['account_id', admin.accountId, 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
      ['client_id', clientId, 'cli_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ]) {
      const [one, other] = [await ask(`${name}=${foreign}`), await ask(`${name}=${missing}`)];
      expectProblem(one, 404, 'not_found', { instance });
      expect(JSON.parse(JSON.stringify(one.body).replaceAll(foreign, missing))).toEqual(other.body);
    }
  });
});
