import { beforeAll, describe, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem, PUBLIC_URL } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

let admin: SignedInCaller;
beforeAll(async () => {
  // The first account is the administrator.
  admin = await signedInCaller(app());
});

describe('201', () => {
  let member: SignedInCaller;
  beforeAll(async () => {
    member = await signedInCaller(app());
  });
  const make = () =>
    admin.post<{ url: string; expires_at: string }>(`/v1/accounts/${member.accountId}/password-reset`);

  it('returns a link once, which is valid for an hour', async () => {
    const { status, headers, body } = await make();

    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      url: expect.stringMatching(new RegExp(`^${PUBLIC_URL}/reset-password#token=[\\w-]{43}$`)) as unknown,
      expires_at: expect.stringMatching(/Z$/) as unknown,
    });
    const validMs = Date.parse(body.expires_at) - Date.now();
    expect(validMs).toBeGreaterThan(3_500_000);
    expect(validMs).toBeLessThanOrEqual(3_600_000);
  });

  it('stores nothing that could be used', async () => {
    const { body } = await make();
    const token = body.url.split('#token=')[1];

    const rows = await app().runSql('select * from one_time_links');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(app().logLines.join('')).not.toContain(token);
  });
});

describe('403', () => {
  let member: SignedInCaller;
  beforeAll(async () => {
    member = await signedInCaller(app());
  });

  it('refuses a member a link, even for its own account', async () => {
    const instance = `/v1/accounts/${member.accountId}/password-reset`;

    expectProblem(await member.post(instance), 403, 'forbidden', { instance });

    const made = await app().runSql('select * from one_time_links where account_id = ?', [member.accountId]);
    expect(made).toEqual([]);
  });
});

it("needs a fresh sign-in, as do changing another account's address and promoting an administrator", async () => {
  const { accountId } = await signedInCaller(app());
  const stale = await signedInCaller(app());
  await app().runSql(`update accounts set role = 'admin' where id = ?`, [stale.accountId]);
  await app().runSql(
    `update sessions set authenticated_at = now() - interval '11 minutes' where account_id = ?`,
    [stale.accountId],
  );
  const path = `/v1/accounts/${accountId}`;
  const link = await stale.post(`${path}/password-reset`);
  expectProblem(link, 403, 'fresh_sign_in_required', { instance: `${path}/password-reset` });
  const patch = (body: object) => stale.call('PATCH', path, { body });
  const address = await patch({ email: 'elsewhere@example.com' });
  expectProblem(address, 403, 'fresh_sign_in_required', { instance: path });
  expectProblem(await patch({ role: 'admin' }), 403, 'fresh_sign_in_required', { instance: path });
  expect((await patch({ full_name: 'Another Name', role: 'member' })).status).toBe(200);
});
