import { expect, it } from '@jest/globals';
import { createClient, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it("lists another account's clients for administrators only", async () => {
  const admin = await signedInCaller(app());
  const member = await signedInCaller(app());
  const clientId = await createClient(member);
  const list = (caller: typeof admin, accountId: string) =>
    caller.get<{ data: { client_id: string }[] }>(`/v1/clients?account_id=${accountId}`);

  expectProblem(await list(member, admin.accountId), 403, 'forbidden', { instance: '/v1/clients' });
  expect((await list(member, member.accountId)).body.data.map(({ client_id }) => client_id)).toEqual([
    clientId,
  ]);
  expect((await list(admin, member.accountId)).body.data.map(({ client_id }) => client_id)).toEqual([
    clientId,
  ]);
  expect((await list(admin, admin.accountId)).body.data).toEqual([]);
});
