import { beforeAll, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();

let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

const actions = async (query: string) => {
  const { body } = await caller.get<{ data: { action: string; created_at: string }[] }>(`/v1/audit?${query}`);
  return body.data;
};

it('lists what was done since a second, and before one', async () => {
  const [{ created_at: last }] = await actions('limit=1');
  const next = `${new Date(Date.parse(last) + 1000).toISOString().slice(0, 19)}Z`;

  expect(await actions('start=2001-01-01T00:00:00Z&end=2002-01-01T00:00:00Z')).toEqual([]);
  expect(await actions('start=2001-01-01T00:00:00Z')).toHaveLength(2);
  expect(await actions('start=2099-01-01T00:00:00Z')).toEqual([]);
  expect(await actions(`start=${last}&end=${next}`)).not.toEqual([]);
  expect(await actions(`start=${next}`)).toEqual([]);
  expect(await actions(`end=${next}`)).toHaveLength(2);
});

it('stamps an event with the time in its ID, which the filter compares', async () => {
  const different = await app().runSql(
    `select id from audit_events, lateral (select sum(
       (position(substr(id, 4 + n, 1) in '0123456789ABCDEFGHJKMNPQRSTVWXYZ') - 1) * power(32::numeric, 10 - n)
     ) as ms from generate_series(1, 10) n) time where ms <> extract(epoch from created_at) * 1000`,
  );

  expect(different).toEqual([]);
});

it('reads few of 100,000 events to find those of a day long ago', async () => {
  await app().runSql(
    `insert into audit_events (id, action, actor_kind, account_id, target_id, details, created_at)
     select 'aud_01' || lpad(n::text, 24, '0'), 'client.created', 'command', ?, 'cli_x', '{}', now()
     from generate_series(1, 100000) n`,
    [caller.accountId],
  );
  await app().runSql('analyze audit_events');

  const plan = await app().runSql(
    `explain (analyze, costs off, timing off, summary off) select * from audit_events
     where account_id = ? and id >= ? and id < ? order by id desc limit 21`,
    [caller.accountId, 'aud_0100000000000000000005', 'aud_01000000000000000000051'],
  );
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');

  expect(text).toContain('Index Scan Backward using');
  expect(text).not.toMatch(/Seq Scan|Rows Removed/);
});
