import { beforeAll, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { PUBLIC_URL } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let admin: SignedInCaller;
let member: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
  member = await signedInCaller(app());
});
const make = () =>
  admin.post<{ url: string; expires_at: string }>(`/v1/accounts/${member.accountId}/password-reset`);

it('answers once with a link that is valid for an hour', async () => {
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

it('keeps nothing that could be used', async () => {
  const { body } = await make();
  const token = body.url.split('#token=')[1];

  const rows = await app().runSql('select * from password_resets');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(app().logLines.join('')).not.toContain(token);
});
