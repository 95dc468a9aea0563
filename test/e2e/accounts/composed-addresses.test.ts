import { expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { ApiCaller, PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { Migration20261122140000 } from '../../../src/database/migrations/Migration20261122140000.js';

const app = useTestApp();

it('accounts of before sign in by either spelling, unless two have the same', async () => {
  const rows = [
    ['rene\u0301@example.com', 'ren\u00e9@example.com'],
    ['zoe\u0308@example.com', 'zoe\u0308@example.com'],
    ['zo\u00eb@example.com', 'zo\u00eb@example.com'],
    ['ada@example.com', 'ada@example.com'],
  ];
  const ids: string[] = [];
  for (const [before] of rows) {
    const { accountId } = await signedInCaller(app());
    ids.push(accountId);
    await app().runSql('update accounts set email = ?, email_key = ? where id = ?', [
      before,
      before,
      accountId,
    ]);
  }

  const orm = app().app.get(MikroORM);
  const migration = new Migration20261122140000(orm.em.getDriver(), orm.config);
  await migration.up();
  for (const query of migration.getQueries()) await app().runSql(query as string);

  for (const [index, [before, after]] of rows.entries()) {
    const [row] = await app().runSql('select email, email_key from accounts where id = ?', [ids[index]]);
    expect([before, row]).toEqual([before, { email: after, email_key: after }]);
  }
  const answer = await new ApiCaller(app().url).post('/v1/sessions', {
    email: rows[0][0],
    password: PASSWORD,
  });
  expect(answer.status).toBe(201);
});
