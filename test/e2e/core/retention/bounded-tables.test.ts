import { readFileSync } from 'node:fs';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { ModuleRef } from '@nestjs/core';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';
import { DatabaseClockService } from '../../../../src/core/database/database-clock.service.js';
import type { FeatureSet } from '../../../../src/core/features/feature-set.js';
import { Session } from '../../../../src/accounts/sessions/session.entity.js';
import { RetentionService } from '../../../../src/core/retention/retention.service.js';
import {
  createApiKey,
  createClient,
  createToken,
  signedInCaller,
  type SignedInCaller,
} from '../../../support/api-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';
import { BOUNDED_OTHERWISE, CASES, type Case, ID, type Ids, type Row, TIME } from './filled-tables.js';

const app = useTestApp();
let caller: SignedInCaller;
let ids: Ids;
beforeAll(async () => {
  caller = await signedInCaller(app());
  const client = await createClient(caller);
  const webhook = (
    await caller.post<{ id: string; organization_id: string }>('/v1/webhooks', {
      url: 'https://example.com/hook',
    })
  ).body;
  await app().runSql(
    `insert into accounts (id, full_name, email, email_key, role, status, email_state, created_at, updated_at)
     values ('acc_bound', '', '', 'acc_bound', 'member', 'disabled', 'unverified', now(), now())`,
  );
  ids = { account: caller.accountId, client, webhook: webhook.id, organization: webhook.organization_id };
});

const RETENTION = OWN_FEATURE_SET.retention;
const em = (): EntityManager => app().app.get(MikroORM).em.fork();
const tableOf = ({ entity }: (typeof RETENTION)[number]) => em().getMetadata(entity).tableName;

/** Deletes what is beyond the bounds, as the service does, but already beyond this many rows. */
async function sweep(table: string, mostRows = 1_000_000, different: object = { slack: 0 }): Promise<void> {
  const retention = RETENTION.filter((each) => tableOf(each) === table).map((each) => ({
    ...each,
    most: each.most?.map((bound) => ({ ...bound, rows: mostRows, ...different })),
  }));
  await sweeper(retention).work(new Date());
}

function sweeper(
  retention: object[],
  clock: Pick<DatabaseClockService, 'aheadSeconds' | 'nowMs'> = app().app.get(DatabaseClockService),
): RetentionService {
  const features = { retention } as unknown as FeatureSet;
  return new RetentionService(em(), features, clock as DatabaseClockService, app().app.get(ModuleRef));
}

async function fill(table: string, from: number, to: number, row: Row): Promise<void> {
  await app().runSql(
    `insert into ${table} (${Object.keys(row).join(', ')}) select ${Object.values(row).join(', ')} from generate_series(${from}, ${to}) as i`,
  );
}

/** Returns the numbers of the rows that are left, and deletes them. */
async function takeLeft(table: string, { row, before }: Case): Promise<number[]> {
  const named = (value: string) => Object.keys(row).find((column) => row[column] === value);
  const key = named(ID);
  const left = await app().runSql(
    key
      ? `delete from ${table} where ${key} like 'bound%' returning substr(${key}, 7)::int as number`
      : `delete from ${table} returning ${named('i')} as number`,
  );
  if (before) await app().runSql(`delete from ${before.table} where id like 'bound%'`);
  return left.map(({ number }) => number as number).sort((one, other) => one - other);
}

describe.each(Object.entries(CASES))('%s', (table, caseOf) => {
  it('has these bounds', () => {
    const { ended, most = [] } = caseOf(ids);
    const [declared, ...others] = RETENTION.filter((each) => tableOf(each) === table);
    expect(others).toEqual([]);
    expect([declared.ended !== undefined, declared.most?.length ?? 0]).toEqual([
      ended !== undefined,
      most.length,
    ]);
  });

  it('loses what has ended, and nothing else', async () => {
    const each = caseOf(ids);
    if (!each.ended) return;
    if (each.before) await fill(each.before.table, 1, 3, { ...each.before.row, ...each.before.ended });
    await fill(table, 1, 3, { ...each.row, ...each.ended });
    if (!each.endsAll) {
      if (each.before) await fill(each.before.table, 4, 5, each.before.row);
      await fill(table, 4, 5, each.row);
    }
    await sweep(table);
    expect(await takeLeft(table, each)).toEqual(each.endsAll ? [] : [4, 5]);
  });

  it('keeps the newest of too many', async () => {
    const each = caseOf(ids);
    for (const different of each.most ?? []) {
      if (each.before) await fill(each.before.table, 1, 8, each.before.row);
      await fill(table, 1, 8, { ...each.row, ...different });
      await sweep(table, 8);
      await sweep(table, 5);
      expect(await takeLeft(table, each)).toEqual([4, 5, 6, 7, 8]);
    }
  });
});

it('has every table, or says why callers can’t fill it', async () => {
  const tables = await app().runSql(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
       and to_regclass(quote_ident(table_schema) || '.' || quote_ident(table_name)) not in (select inhrelid from pg_inherits)`,
  );
  const bounded = [...new Set(RETENTION.map((each) => `public.${tableOf(each)}`))];
  expect(tables.map(({ name }) => name as string).sort()).toEqual(
    [...new Set([...bounded, ...Object.keys(BOUNDED_OTHERWISE)])].sort(),
  );
  expect(
    Object.keys(CASES)
      .map((table) => `public.${table}`)
      .sort(),
  ).toEqual(bounded.sort());
});

it('has every table in the operators’ guide', () => {
  const guide = readFileSync(
    new URL('../../../../src/docs/guides/operators/operating.md', import.meta.url),
    'utf8',
  );
  const tables = [...Object.keys(CASES), ...Object.keys(BOUNDED_OTHERWISE).map((name) => name.split('.')[1])];
  expect(tables.filter((table) => !guide.includes(`\`${table}\``))).toEqual([]);
});

it('keeps what something refers to, until that is gone', async () => {
  const clients = CASES.clients(ids);
  await fill('clients', 1, 2, { ...clients.row, ...clients.ended });
  await fill('api_keys', 1, 1, { ...CASES.api_keys(ids).row, client_id: ID });
  const left = async () => {
    await sweep('clients');
    await sweep('api_keys');
    return (await app().runSql(`select id from clients where id like 'bound%'`)).map(({ id }) => id);
  };
  expect(await left()).toEqual(['bound_000000001']);
  expect(await left()).toEqual([]);
});

it('keeps events that are still to be handled, beyond the number of others', async () => {
  const events = CASES.announced_events(ids);
  await fill('announced_events', 1, 8, events.row);
  await app().runSql(
    `insert into event_listeners (name, type, position) values ('bound', 'client.changed', 1000008)`,
  );
  await app().runSql(
    `insert into event_handlings (listener_name, event_id, attempts, next_attempt_at)
     select 'bound', id, 1, now() + interval '1 day' from announced_events where position in (1000001, 1000003)`,
  );
  await sweep('announced_events', 5);
  expect(await takeLeft('announced_events', events)).toEqual([1, 3, 6, 7, 8]);
  await app().runSql(`delete from event_listeners where name = 'bound'`);
});

it('says in the audit trail how many entries were removed, and not of that entry', async () => {
  const events = CASES.audit_events(ids);
  await fill('audit_events', 1, 1_010, { ...events.row, account_id: `'${ids.account}'` });
  await fill('audit_events', 1_011, 1_022, {
    ...events.row,
    account_id: `'${ids.account}'`,
    created_at: TIME,
  });
  const before = await app().runSql('select count(*)::int as rows from audit_events where account_id = ?', [
    ids.account,
  ]);
  const shortened = async () => {
    const { body } = await caller.get<{ data: { action: string; details: object }[] }>(
      `/v1/audit?action=audit.shortened&account_id=${ids.account}`,
    );
    return body.data.map(({ details }) => details);
  };
  const most = (before[0].rows as number) - 1_001;
  await sweep('audit_events', most + 1, {});
  expect(await shortened()).toEqual([]);
  await sweep('audit_events', most, {});
  // A thousand at once. Then the entry that says so is one too many, too.
  expect(await shortened()).toEqual([{ events: 2 }, { events: 1_000 }]);
  await sweep('audit_events', most, {});
  expect(await shortened()).toHaveLength(2);
  // Entries of the last 90 days stay, however many there are.
  await sweep('audit_events', 1);
  expect(await takeLeft('audit_events', events)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1_011));
});

it('keeps as many as it says when several processes sweep at once', async () => {
  const sessions = CASES.sessions(ids);
  await fill('sessions', 1, 150, sessions.row);
  await Promise.all(
    [1, 2, 3].map(() => sweeper(RETENTION.filter((each) => tableOf(each) === 'sessions')).work(new Date())),
  );
  expect(await takeLeft('sessions', sessions)).toEqual(Array.from({ length: 100 }, (_, i) => i + 51));
});

it('goes by the database’s clock, and waits until it knows that', async () => {
  const swept: Date[] = [];
  const retention = [{ entity: Session, ended: (now: Date) => (swept.push(now), { id: '' }) }];
  const turn = (aheadSeconds: number | undefined) =>
    (sweeper(retention, { aheadSeconds, nowMs: () => 1_000 }) as unknown as { turn(): Promise<void> }).turn();
  await turn(undefined);
  expect(swept).toEqual([]);
  await turn(86_400);
  expect(swept).toEqual([new Date(1_000)]);
});

describe('at the door', () => {
  it('409 for a new key, when 5,000 keys of the client have ended in 90 days', async () => {
    const clientId = await createClient(caller);
    const { id } = await createApiKey(caller, clientId);
    const keys = `/v1/clients/${clientId}/api-keys`;
    await fill('api_keys', 1, 4_999, { ...CASES.api_keys(ids).row, client_id: `'${clientId}'` });
    await createApiKey(caller, clientId);
    await fill('api_keys', 5_000, 5_000, { ...CASES.api_keys(ids).row, client_id: `'${clientId}'` });
    expectProblem(await caller.post(keys, { name: 'x' }), 409, 'conflict', { instance: keys });
    // A leaked key must be replaceable.
    expect((await caller.post(`${keys}/${id}/rotate`)).status).toBe(201);
    await takeLeft('api_keys', CASES.api_keys(ids));
  });

  it('409 for a token, when 1,000 tokens of the account have ended in 90 days', async () => {
    await createToken(caller, ['clients:read']);
    await fill('personal_access_tokens', 1, 1_049, CASES.personal_access_tokens(ids).row);
    const expires_at = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+/, '');
    const answer = await caller.post('/v1/accounts/me/tokens', {
      name: 'x',
      scopes: ['clients:read'],
      expires_at,
    });
    expectProblem(answer, 409, 'conflict', { instance: '/v1/accounts/me/tokens' });
    await takeLeft('personal_access_tokens', CASES.personal_access_tokens(ids));
  });
});
