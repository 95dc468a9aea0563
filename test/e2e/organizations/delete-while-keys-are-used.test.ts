/** @slow */
import { expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { LastUsesService } from '../../../src/api-keys/last-uses.service.js';
import {
  createApiKey,
  createClient,
  PASSWORD,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { createOrganization } from '../../support/organization-caller.js';
import { useTestApp } from '../../support/test-app.js';

const ORGANIZATIONS = 8;
const KEYS_EACH = 6;
const app = useTestApp({ MAX_ORGANIZATIONS_PER_ACCOUNT: '20', MAX_CLIENTS_PER_ACCOUNT: '20' });

/** Creates organizations whose keys interleave in the order of their IDs. */
async function createKeys(caller: SignedInCaller) {
  const organizationIds: string[] = [];
  const clientIds: string[] = [];
  const keyIds: string[] = [];
  for (let i = 0; i < ORGANIZATIONS; i++) {
    const organizationId = await createOrganization(caller);
    organizationIds.push(organizationId);
    clientIds.push(await createClient(caller, { organization_id: organizationId }));
  }
  for (let i = 0; i < KEYS_EACH; i++)
    for (const clientId of clientIds) keyIds.push((await createApiKey(caller, clientId)).id);
  return { organizationIds, keyIds };
}

/** Runs the work while two processes record uses of the keys, in opposite orders. */
async function whileUsed<Result>(keyIds: readonly string[], work: () => Promise<Result>): Promise<Result> {
  const { em } = app().app.get(MikroORM);
  const lastUses = app().app.get(LastUsesService);
  let isDone = false;
  let minute = 0;
  const recordUses = async (ids: readonly string[]) => {
    while (!isDone) {
      const at = new Date(Date.now() + ++minute * 60_000).toISOString();
      const uses = ids.map((id) => ({ id, at }));
      await em.fork().transactional((fork) => lastUses.record(fork, uses));
    }
  };
  const recording = Promise.all([recordUses(keyIds), recordUses(keyIds.toReversed())]);
  const [result] = await Promise.all([work().finally(() => (isDone = true)), recording]);
  return result;
}

it('deletes organizations whose keys are being used', async () => {
  const caller = await signedInCaller(app());
  const { organizationIds, keyIds } = await createKeys(caller);

  const answers = await whileUsed(keyIds, () =>
    Promise.all(organizationIds.map((id) => caller.call('DELETE', `/v1/organizations/${id}`))),
  );

  expect(answers.map(({ status }) => status)).toEqual(organizationIds.map(() => 204));
});

it('deletes an account of several organizations whose keys are being used', async () => {
  // The first one is an administrator, who can't be deleted.
  await signedInCaller(app());
  for (let round = 0; round < 3; round++) {
    const caller = await signedInCaller(app());
    const { keyIds } = await createKeys(caller);

    const { status } = await whileUsed(keyIds, () =>
      caller.call('DELETE', '/v1/accounts/me', { body: { password: PASSWORD } }),
    );

    expect(status).toBe(204);
  }
});
