import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import type { TestApp } from './test-app.js';

const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

interface LockedRow {
  table: 'accounts' | 'organizations';
  id: string;
}

/** Sends a request that has to wait for a locked row, and changes data before releasing the lock. */
export async function changeMeanwhile<T>(
  testApp: TestApp,
  { table, id }: LockedRow,
  request: () => Promise<T>,
  change: [statement: string, parameters: unknown[]],
): Promise<T> {
  // Wrapped in an object: a promise returned directly would be awaited before the transaction ends.
  const { answer } = await testApp.app
    .get(MikroORM)
    .em.fork()
    .transactional(async (em) => {
      await em.execute(`select id from ${table} where id = ? for update`, [id]);
      let isAnswered = false;
      const waiting = request().finally(() => (isAnswered = true));
      while ((await testApp.runSql(WAITING)).length === 0) {
        if (isAnswered) throw new Error(`The request did not wait for ${table} ${id}.`);
        await sleep(10);
      }
      await em.execute(...change);
      return { answer: waiting };
    });
  return answer;
}
