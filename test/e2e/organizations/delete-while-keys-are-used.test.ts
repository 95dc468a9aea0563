import { expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { LastUsesService } from '../../../src/api-keys/last-uses.service.js';
import { createApiKey, createClient, signedInCaller } from '../../support/api-caller.js';
import { createOrganization } from '../../support/organization-caller.js';
import { useTestApp } from '../../support/test-app.js';

const ORGANIZATIONS = 8;
const KEYS = 6;
const app = useTestApp({ MAX_ORGANIZATIONS_PER_ACCOUNT: '20', MAX_CLIENTS_PER_ACCOUNT: '20' });

it('deletes organizations whose keys are being used', async () => {
  const caller = await signedInCaller(app());
  const organizationIds: string[] = [];
  const keyIds: string[] = [];
  for (let i = 0; i < ORGANIZATIONS; i++) {
    const organizationId = await createOrganization(caller);
    organizationIds.push(organizationId);
    const clientId = await createClient(caller, { organization_id: organizationId });
    for (let j = 0; j < KEYS; j++) keyIds.push((await createApiKey(caller, clientId)).id);
  }
  const { em } = app().app.get(MikroORM);
  const lastUses = app().app.get(LastUsesService);
  let isDeleting = true;
  let minute = 0;
  const recordUses = async (ids: readonly string[]) => {
    while (isDeleting) {
      const at = new Date(Date.now() + ++minute * 60_000).toISOString();
      await em.fork().transactional((fork) =>
        lastUses.record(
          fork,
          ids.map((id) => ({ id, at })),
        ),
      );
    }
  };
  const recording = Promise.all([recordUses(keyIds), recordUses(keyIds.toReversed())]);

  const answers = await Promise.all(
    organizationIds.map((id) => caller.call('DELETE', `/v1/organizations/${id}`)),
  );
  isDeleting = false;
  await recording;

  expect(answers.map(({ status }) => status)).toEqual(organizationIds.map(() => 204));
});
