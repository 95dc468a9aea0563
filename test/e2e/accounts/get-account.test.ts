import { expect, it } from '@jest/globals';
import { signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
it("returns any account to an administrator, and a member's own account to that member", async () => {
  const admin = await signedInCaller(app());
  const member = await signedInCaller(app());
  const own = (await member.get('/v1/accounts/me')).body;

  for (const caller of [admin, member]) {
    const { status, body } = await caller.get(`/v1/accounts/${member.accountId}`);
    expect([status, body]).toEqual([200, own]);
  }
});
