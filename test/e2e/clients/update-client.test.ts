import { beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'second=10,day=1000' });

let admin: SignedInCaller;
let member: SignedInCaller;
beforeAll(async () => {
  // The first account is the administrator.
  admin = await signedInCaller(app());
  member = await signedInCaller(app());
});

describe('200', () => {
  const patch = (caller: SignedInCaller, clientId: string, body: unknown) =>
    caller.call('PATCH', `/v1/clients/${clientId}`, { body });

  it('changes the given members, and nothing else', async () => {
    const clientId = await createClient(member, { description: 'Roof' });
    const { body: before } = await member.get(`/v1/clients/${clientId}`);

    const { status, body } = await patch(member, clientId, { name: ' Garden ' });

    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name: 'Garden', updated_at: expect.any(String) as unknown });
    await app().runSql(`update clients set updated_at = '2026-01-01' where id = ?`, [clientId]);
    const { body: again } = await patch(member, clientId, { name: ' Garden ' });
    expect(Date.now() - Date.parse(String(again.updated_at))).toBeLessThan(60_000);
    expect((await member.get(`/v1/clients/${clientId}`)).body).toEqual(again);
    expect((await patch(member, clientId, { description: null })).body.description).toBeNull();
    expect((await patch(member, clientId, {})).body).toMatchObject({ name: 'Garden', description: null });
  });

  it('changes limits up to the ceiling, and leaves the other windows alone', async () => {
    const clientId = await createClient(member);

    expect((await patch(member, clientId, { rate_limits: { second: 4 } })).body.rate_limits).toEqual({
      second: 4,
      minute: null,
      hour: null,
      day: 1000,
    });
    expect((await patch(member, clientId, { rate_limits: null })).status).toBe(200);
    // A window without a configured default has no ceiling, so that members can set and remove it.
    expect((await patch(member, clientId, { rate_limits: { minute: 7, second: 10 } })).status).toBe(200);
    expect((await patch(member, clientId, { rate_limits: { minute: null } })).body.rate_limits).toEqual({
      second: 10,
      minute: null,
      hour: null,
      day: 1000,
    });
  });

  describe('by an administrator', () => {
    it('sets the limits of any client, which become its ceiling', async () => {
      const clientId = await createClient(member);
      expect((await patch(admin, clientId, { rate_limits: { second: 99, day: null } })).status).toBe(200);

      expect((await patch(member, clientId, { rate_limits: { second: 50, day: 5 } })).status).toBe(200);
      expect((await patch(member, clientId, { rate_limits: { second: 99, day: null } })).status).toBe(200);
      expect((await patch(member, clientId, { rate_limits: { second: 100 } })).status).toBe(403);
    });

    it('leaves the ceilings of the other windows when setting one', async () => {
      const clientId = await createClient(member);
      await patch(admin, clientId, { rate_limits: { second: 99 } });
      await patch(admin, clientId, { rate_limits: { day: 5000 } });

      expect((await patch(member, clientId, { rate_limits: { second: 90, day: 4000 } })).status).toBe(200);
      expect((await patch(member, clientId, { rate_limits: { second: 99, day: 5000 } })).status).toBe(200);
    });

    it("also caps the administrator's own clients, once the administrator becomes a member", async () => {
      const former = await signedInCaller(app());
      const setRole = (role: string) =>
        app().runSql('update accounts set role = ? where id = ?', [role, former.accountId]);
      await setRole('admin');
      const clientId = await createClient(former, { rate_limits: { second: 99, day: 5 } });
      await setRole('member');

      expect((await patch(former, clientId, { rate_limits: { second: 98 } })).status).toBe(200);
      expect((await patch(former, clientId, { rate_limits: { second: 100 } })).status).toBe(403);
      expect((await patch(former, clientId, { rate_limits: { day: 6 } })).status).toBe(403);
    });

    it('lowers a ceiling below the default', async () => {
      const clientId = await createClient(member);
      await patch(admin, clientId, { rate_limits: { second: 2 } });

      expect((await patch(member, clientId, { rate_limits: { second: 3 } })).status).toBe(403);
      expect((await patch(member, clientId, { rate_limits: { second: 1 } })).status).toBe(200);
    });

    it('changes scopes and status', async () => {
      const clientId = await createClient(member);

      const { body } = await patch(admin, clientId, { scopes: ['usage:read'], status: 'disabled' });

      expect(body).toMatchObject({ scopes: ['usage:read'], status: 'disabled' });
      expect((await patch(admin, clientId, { status: 'active', scopes: [] })).body).toMatchObject({
        scopes: [],
        status: 'active',
      });
    });
  });

  it('is audited, with what was changed', async () => {
    const clientId = await createClient(member);
    await patch(member, clientId, { name: 'Audited' });

    const rows = await app().runSql(
      `select action, details from audit_events where target_id = ? order by id desc limit 1`,
      [clientId],
    );
    expect(rows).toEqual([{ action: 'client.updated', details: { name: 'Audited' } }]);
  });
});

describe('400', () => {
  let path: string;
  beforeAll(async () => {
    path = `/v1/clients/${await createClient(member)}`;
  });

  it.each([
    [{ name: null }, '/name'],
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ description: 'x'.repeat(501) }, '/description'],
    [{ rate_limits: { second: 0 } }, '/rate_limits/second'],
    [{ rate_limits: { week: 1 } }, '/rate_limits/week'],
    [{ scopes: ['everything'] }, '/scopes'],
    [{ scopes: ['usage:read', 'usage:read'] }, '/scopes'],
    [{ scopes: null }, '/scopes'],
    [{ status: 'deleted' }, '/status'],
    [{ client_secret: 'x' }, '/client_secret'],
  ])('rejects %j', async (body, pointer) => {
    const answer = await member.call('PATCH', path, { body });

    expectProblem(answer, 400, 'invalid_parameter', { instance: path, pointers: [pointer] });
    expect((await member.get(path)).body.name).toBe('A client');
  });
});

describe('403', () => {
  it.each([
    [{ rate_limits: { second: 11 } }, ['/rate_limits/second']],
    [{ rate_limits: { day: null } }, ['/rate_limits/day']],
    [{ scopes: ['forecast:read'] }, undefined],
    [{ status: 'active' }, undefined],
    [{ name: 'Changed', status: 'disabled' }, undefined],
  ])('refuses %j from a member', async (body, pointers) => {
    const path = `/v1/clients/${await createClient(member)}`;
    const { body: before } = await member.get(path);

    const answer = await member.call('PATCH', path, { body });
    expectProblem(answer, 403, 'forbidden', { instance: path, pointers });
    expect((await member.get(path)).body).toEqual(before);
  });
});
