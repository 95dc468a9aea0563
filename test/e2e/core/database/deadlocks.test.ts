/** @slow */
import { MikroORM } from '@mikro-orm/postgresql';
import { describe, expect, it } from '@jest/globals';
import { repeatable } from '../../../../src/core/database/locking/repeatable.js';
import { createClient, signedInCaller } from '../../../support/api-caller.js';
import { createOrganization } from '../../../support/organization-caller.js';
import { useTestApp } from '../../../support/test-app.js';

const ROUNDS = 4;
const app = useTestApp({ MAX_ORGANIZATIONS_PER_ACCOUNT: '20', MAX_CLIENTS_PER_ACCOUNT: '100' });

it('creates clients in an organization that is being deleted, or finds it gone', async () => {
  const caller = await signedInCaller(app());
  for (let round = 0; round < ROUNDS; round++) {
    const organization_id = await createOrganization(caller);
    for (let i = 0; i < 3; i++) await createClient(caller, { organization_id });

    const creations = Array.from({ length: 5 }, () =>
      caller.post('/v1/clients', { name: 'Forecasts', organization_id }),
    );
    const { status } = await caller.call('DELETE', `/v1/organizations/${organization_id}`);

    expect(status).toBe(204);
    for (const answer of await Promise.all(creations)) expect([201, 404]).toContain(answer.status);
  }
});

describe('transactions that lock two accounts in opposite orders', () => {
  type Run = typeof repeatable;

  /** Runs both until each waits for the other's account. Returns how each ended, and how often they ran. */
  async function cross(run: Run): Promise<{ ends: string[]; runs: number }> {
    const ids = [await signedInCaller(app()), await signedInCaller(app())].map(({ accountId }) => accountId);
    let runs = 0;
    let holders = 0;
    let meet!: () => void;
    const met = new Promise<void>((resolve) => (meet = resolve));
    const both = [ids, ids.toReversed()].map(async ([first, second]) =>
      run(app().app.get(MikroORM).em.fork(), async (em) => {
        runs += 1;
        await em.execute('select 1 from accounts where id = ? for update', [first]);
        holders += 1;
        if (holders === 2) meet();
        await met;
        await em.execute('select 1 from accounts where id = ? for update', [second]);
      }),
    );
    const ends = (await Promise.allSettled(both)).map(({ status }) => status).sort();
    return { ends, runs };
  }

  it('are repeated where they may be', async () => {
    expect(await cross(repeatable)).toEqual({ ends: ['fulfilled', 'fulfilled'], runs: 3 });
  });

  it('fail where they may not', async () => {
    expect(await cross((em, work) => em.transactional(work))).toEqual({
      ends: ['fulfilled', 'rejected'],
      runs: 2,
    });
    const within = ((em, work) => em.transactional((outer) => repeatable(outer, work))) as Run;
    expect(await cross(within)).toEqual({ ends: ['fulfilled', 'rejected'], runs: 2 });
  });
});
