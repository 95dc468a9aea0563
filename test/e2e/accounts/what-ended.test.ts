import { expect, it } from '@jest/globals';
import { RetentionService } from '../../../src/core/retention/retention.service.js';
import { signedInCaller } from '../../support/api-caller.js';
import { createOrganization, invite } from '../../support/organization-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ SESSION_IDLE_HOURS: '48' });

/** Deletes what has ended, and returns the number of remaining rows. */
async function sweep(): Promise<Record<string, number>> {
  await app().app.get(RetentionService).work(new Date());
  const [counts] = await app().runSql(
    `select (select count(*)::int from sessions) as sessions, (select count(*)::int from one_time_links) as links,
       (select count(*)::int from organization_invitations) as invitations,
       (select count(*)::int from sign_in_places) as places`,
  );
  return counts as Record<string, number>;
}

it('is deleted even if its account never returns, but not before it has ended', async () => {
  const caller = await signedInCaller(app());
  await invite(caller, await createOrganization(caller), 'guest@example.com', 'viewer');
  await caller.post(`/v1/accounts/${caller.accountId}/password-reset`);
  const whole = { sessions: 1, links: 1, invitations: 1, places: 1 };
  for (const almost of [
    `update sessions set last_seen_at = now() - interval '47 hours'`,
    `update sign_in_places set last_sign_in_at = now() - interval '364 days'`,
    `update one_time_links set expires_at = now() + interval '1 minute'`,
    `update organization_invitations set expires_at = now() + interval '1 minute'`,
  ])
    await app().runSql(almost);
  expect(await sweep()).toEqual(whole);

  for (const [what, end] of [
    ['sessions', `update sessions set last_seen_at = now() - interval '49 hours'`],
    ['places', `update sign_in_places set last_sign_in_at = now() - interval '366 days'`],
    ['links', `update one_time_links set expires_at = now() - interval '1 second'`],
    ['invitations', `update organization_invitations set expires_at = now() - interval '1 second'`],
  ] as const) {
    await app().runSql(end);
    whole[what] = 0;
    expect(await sweep()).toEqual(whole);
  }

  await signedInCaller(app());
  await app().runSql(`update sessions set expires_at = now() - interval '1 second'`);
  expect((await sweep()).sessions).toBe(0);
});
