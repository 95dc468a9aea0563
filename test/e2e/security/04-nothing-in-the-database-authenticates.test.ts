import { expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { askForecast } from '../../support/forecast-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('accepts no text from the database as a credential', async () => {
  const caller = await signedInCaller(app());
  const { body: client } = await caller.post<Record<string, string>>('/v1/clients', { name: 'A client' });
  const keys = `/v1/clients/${client.client_id}/api-keys`;
  await caller.post(keys, { name: 'A key' });
  const tables = await app().runSql(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const texts = new Set<string>();
  for (const { name } of tables) {
    const rows = await app().runSql(`select to_jsonb(t)::text as row from ${String(name)} t limit 100`);
    for (const { row } of rows)
      for (const [, text] of String(row).matchAll(/"([^"]{8,})"/g))
        for (const part of [text, ...text.split('.')]) texts.add(part);
  }

  expect(texts.size).toBeGreaterThan(20);
  for (const text of texts) {
    const anybody = new ApiCaller(app().url);
    const header = encodeURIComponent(text);
    expect((await askForecast(app(), { apikey: header })).status).toBeGreaterThanOrEqual(400);
    expect((await anybody.get('/v1/accounts/me', { cookie: `session=${header}` })).status).toBe(401);
    const authorization = `Basic ${Buffer.from(`${client.client_id}:${text}`).toString('base64')}`;
    expect([401, 429]).toContain((await anybody.get(keys, { authorization })).status);
    expect(text).not.toContain(PASSWORD);
  }
});
