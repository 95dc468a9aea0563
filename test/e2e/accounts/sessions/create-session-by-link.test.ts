import { beforeAll, expect, it } from '@jest/globals';
import { RequestContext } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { OneTimeLinksService } from '../../../../src/accounts/links/one-time-links.service.js';
import type { LinkPurpose } from '../../../../src/accounts/links/one-time-link.entity.js';
import { ApiCaller, signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/sessions/link';
let admin: SignedInCaller;
let member: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
  member = await signedInCaller(app());
});

/** Creates a link as the command does; see test/system/commands.test.ts. */
async function tokenOf({ accountId }: SignedInCaller, purpose: LinkPurpose = 'sign-in'): Promise<string> {
  const { em } = app().app.get(MikroORM);
  const links = app().app.get(OneTimeLinksService);
  const { url } = await RequestContext.create(em, () =>
    em.transactional(() => links.create(accountId, purpose)),
  );
  return url.split('#token=')[1];
}

const use = (token: unknown, caller = new ApiCaller(app().url)) =>
  caller.post<{ session: { method: string }; account: { id: string } }>(instance, { token });

it('signs in once, and records the method', async () => {
  const token = await tokenOf(member);
  const caller = new ApiCaller(app().url);

  const answers = await Promise.all([use(token, caller), use(token), use(token)]);

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  const { body } = answers.find(({ status }) => status === 201)!;
  expect(body).toMatchObject({ session: { method: 'link' }, account: { id: member.accountId } });
  const { body: audit } = await member.get<{ data: unknown[] }>('/v1/audit?action=session.created&limit=1');
  expect(audit.data).toMatchObject([{ details: { method: 'link' } }]);
});

it('rejects a link that is invalid, replaced, expired or for another purpose', async () => {
  const replaced = await tokenOf(member);
  const expired = await tokenOf(member);
  const expectRejected = async (token: string) =>
    expectProblem(await use(token), 400, 'invalid_parameter', { instance, pointers: ['/token'] });
  await expectRejected(replaced);
  await app().runSql('update one_time_links set expires_at = now()');
  const other = await tokenOf(admin, 'password-reset');

  for (const token of ['x', expired, other]) await expectRejected(token);
  const reset = { token: await tokenOf(admin), new_password: 'another quiet morning' };
  expect((await admin.post('/v1/password-resets/complete', reset)).status).toBe(400);
});

it("doesn't sign in to a disabled account", async () => {
  const token = await tokenOf(member);
  await admin.call('PATCH', `/v1/accounts/${member.accountId}`, { body: { status: 'disabled' } });

  expectProblem(await use(token), 403, 'account_disabled', { instance });
});
