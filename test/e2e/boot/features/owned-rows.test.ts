import { expect, it } from '@jest/globals';
import { PASSWORD, signedInCaller } from '../../../support/api-caller.js';
import { createOrganization } from '../../../support/organization-caller.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp({
  FEATURES: './test/extension/src/alerts/alerts.feature.ts,./test/extension/src/tides/tides.feature.ts',
});

const rowsOf = async (table: string, id: string) =>
  (
    await app().runSql(`select name from ${table} as t where to_jsonb(t)::text like ? order by id`, [
      `%${id}%`,
    ])
  ).map(({ name }) => name);

it("are in the account's export, and are deleted with the account and its organizations", async () => {
  await signedInCaller(app());
  const caller = await signedInCaller(app());
  const other = await signedInCaller(app());
  for (const one of [caller, other]) {
    await one.post('/v1/valley-alerts', { name: 'Storm' });
    await one.post('/v1/tide-gauges', { name: 'Cuxhaven' });
  }
  const organizationId = await createOrganization(caller);
  await caller.post(`/v1/tide-gauges?organization_id=${organizationId}`, { name: 'Emden' });

  const { body } = await caller.get('/v1/accounts/me/export');
  expect(body).toMatchObject({
    alerts: [{ accountId: caller.accountId, name: 'Storm' }],
    tide_gauges: [{ name: 'Cuxhaven' }, { name: 'Emden' }],
  });
  expect((await caller.call('DELETE', '/v1/accounts/me', { body: { password: PASSWORD } })).status).toBe(204);

  expect(await rowsOf('alerts', caller.accountId)).toEqual([]);
  expect(await rowsOf('tide_gauges', caller.accountId)).toEqual([]);
  expect(await rowsOf('alerts', other.accountId)).toEqual(['Storm']);
  expect(await rowsOf('tide_gauges', other.accountId)).toEqual(['Cuxhaven']);
});

it('are deleted with their organization, or stay if it stays', async () => {
  const caller = await signedInCaller(app());
  const organizationId = await createOrganization(caller);
  const path = `/v1/organizations/${organizationId}`;
  await caller.post(`/v1/tide-gauges?organization_id=${organizationId}`, { name: 'Emden' });
  // A row that refers to the organization's gauge makes the whole deletion fail.
  await app().runSql('create table readings (gauge_id text references tide_gauges)');
  await app().runSql('insert into readings select id from tide_gauges where organization_id = ?', [
    organizationId,
  ]);
  expect((await caller.delete(path)).status).toBe(500);
  expect(await rowsOf('tide_gauges', organizationId)).toEqual(['Emden']);
  expect((await caller.get(path)).status).toBe(200);
  await app().runSql('drop table readings');

  expect((await caller.delete(path)).status).toBe(204);
  expect(await rowsOf('tide_gauges', organizationId)).toEqual([]);
});
