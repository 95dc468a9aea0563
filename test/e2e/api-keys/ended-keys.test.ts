import { expect, it } from '@jest/globals';
import { RetentionService } from '../../../src/core/retention/retention.service.js';
import { createApiKey, createClient, signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('are deleted 90 days after their client', async () => {
  const caller = await signedInCaller(app());
  const clientId = await createClient(caller);
  const { id } = await createApiKey(caller, clientId);
  await caller.delete(`/v1/clients/${clientId}`);
  const sweep = async (daysAgo: number) => {
    await app().runSql(`update clients set deleted_at = now() - make_interval(days => ?) where id = ?`, [
      daysAgo,
      clientId,
    ]);
    await app().runSql('update api_keys set revoked_at = null where id = ?', [id]);
    await app().app.get(RetentionService).work(new Date());
    return app().runSql('select id from api_keys where id = ?', [id]);
  };

  expect(await sweep(89)).toEqual([{ id }]);
  expect(await sweep(91)).toEqual([]);
});
