import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ChangeFeedService } from '../../../src/core/database/changes/change-feed.service.js';
import { type Answer, ApiCaller } from '../../support/api-caller.js';
import { Scrape } from '../../support/exposition.js';
import { flushedUsage } from '../../support/flushed-usage.js';
import { FORECAST, POINT } from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { sendRaw } from '../../support/raw-request.js';
import { sendBytes } from '../../support/raw-socket.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const PASSWORD = 'canary-password-4711';
const account = { full_name: 'Canary', email: 'canary@example.com', password: PASSWORD };

let app: TestApp;
let secrets: Record<string, string>;
/** All responses except the two that reveal a secret. */
const answers: Answer<unknown>[] = [];

beforeAll(async () => {
  app = await startTestApp();
  await publishRun(app);
  secrets = await useEverySecret();
});
afterAll(() => app.close());

async function keep<T>(answer: Promise<Answer<T>>): Promise<Answer<T>> {
  answers.push(await answer);
  return answer;
}

/** Sends each secret wherever a caller may put it, rightly or wrongly. */
async function useEverySecret(): Promise<Record<string, string>> {
  const caller = new ApiCaller(app.url);
  await keep(caller.post('/v1/accounts', account));
  await keep(caller.post('/v1/accounts', account));
  await keep(caller.post('/v1/sessions', { email: account.email, password: PASSWORD }));
  await keep(caller.post('/v1/sessions', { email: 'other@example.com', password: PASSWORD }));
  await keep(caller.call('POST', '/v1/sessions', { body: `{"password":"${PASSWORD}",}` }));
  await keep(caller.post('/v1/sessions', { email: account.email, password: PASSWORD, [PASSWORD]: 1 }));
  const token = caller.cookie!.split('=')[1];
  const { client_id, client_secret } = (
    await caller.post<Record<string, string>>('/v1/clients', { name: 'Canary' })
  ).body;
  const keys = `/v1/clients/${client_id}/api-keys`;
  const created = (await caller.post<Record<string, string>>(keys, { name: 'Canary' })).body;
  await useKey(created.key);
  const tokenRequest = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const issued = await fetch(`${app.url}/v1/oauth/token`, { method: 'POST', body: tokenRequest });
  const { access_token } = (await issued.json()) as Record<string, string>;
  for (const secret of [token, client_secret, created.key, access_token]) await useInNames(caller, secret);
  await keep(caller.get('/v1/clients'));
  await keep(caller.get(`/v1/clients/${client_id}`));
  await keep(caller.get(keys));
  await keep(caller.get(`/v1/clients?cursor=${created.key}`));
  await keep(
    caller.post(
      `/v1/clients?apikey=${created.key}`,
      { name: 'Canary' },
      { authorization: `Basic ${client_secret}` },
    ),
  );
  const restore = await app.cutDatabase();
  await keep(caller.get('/v1/accounts/me'));
  await keep(caller.post('/v1/sessions', { email: account.email, password: PASSWORD }));
  // A cached key would keep working.
  app.app.get(ChangeFeedService).forgetEverything();
  await useKey(created.key);
  await restore();
  await keep(caller.delete(`${keys}/${created.id}`));
  await useKey(created.key);
  return { password: PASSWORD, token, client_secret, key: created.key, access_token };
}

/** Sends a secret where names and paths are. */
async function useInNames(caller: ApiCaller, secret: string): Promise<void> {
  await keep(caller.post('/v1/clients', { name: 'Canary', [secret]: 1 }));
  await keep(caller.post('/v1/clients', { name: 'Canary', rate_limits: { [secret]: 1 } }));
  await keep(caller.post('/v1/clients', { name: 'Canary', organization_id: secret }));
  await keep(caller.post('/v1/sessions', { [secret]: secret }));
  await keep(caller.delete(`/v1/sessions/${secret}`));
  await keep(caller.get(`/v1/usage?${secret}=1&interval=${secret}&start=${secret}&timezone=${secret}`));
  for (const path of [`/v1/${secret}`, `/v1/nothing/Bearer%20${secret}`, `/v1/places/${secret}`])
    await keep(caller.get(path));
  // A session's token is what a caller's own ID may look like.
  if (secret.startsWith('wx')) await keep(caller.get('/v1/nothing', { 'x-request-id': secret }));
  const form = new URLSearchParams({ grant_type: secret, scope: secret, [secret]: secret });
  const response = await fetch(`${app.url}/v1/oauth/token`, { method: 'POST', body: form });
  const { status, headers } = response;
  answers.push({ status, headers, body: await response.json() });
}

async function useKey(key: string): Promise<void> {
  const send = (path: string, headers: Record<string, string> = {}) =>
    keep(sendRaw(app.url, { path, headers }));
  await send(`${FORECAST}?${POINT}&apikey=${key}`);
  await send(`${FORECAST}?${POINT}`, { apikey: key });
  await send(`${FORECAST}?lat=1000&apikey=${key}`);
  await send(`${FORECAST}?${POINT}&apikey=${key}&fields=${key}`);
  await send(`${FORECAST}?${POINT}&apikey=${key}&apikey=x`);
  await send(`${FORECAST}?${POINT}&apikey=${key.slice(0, -1)}`);
  await send(`/v1/nothing?apikey=${key}`);
  await send(`/v1/clients/%zz?apikey=${key}`);
  await send(`/assets/nothing?apikey=${key}`);
  await keep(sendRaw(app.url, { method: 'PUT', path: `${FORECAST}?apikey=${key}` }));
  await sendBytes(
    app,
    `GET ${FORECAST}?apikey=${key} HTTP/1.1\r\nHost: x\r\napikey: ${key}\r\nBad Header\r\n\r\n`,
  );
  await sendBytes(
    app,
    `GET ${FORECAST}?apikey=${key} HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
  );
}

const NAMES = ['password', 'token', 'client_secret', 'key', 'access_token'];

/** All forms in which a log or a table could hold it: text, base64, hex, and the bytes of a buffer. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('base64').slice(0, -3), bytes.toString('hex'), bytes.join(',')];
}

it.each(NAMES)('used the %s, so that it could have leaked', (name) => {
  expect(secrets[name].length).toBeGreaterThanOrEqual(20);
});

it('met successes, rejections and failures', () => {
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 404, 405, 409, 503]));
});

it.each(NAMES)('has the %s in no line of the log', (name) => {
  const log = app.logLines.join('');

  expect(app.logLines.length).toBeGreaterThan(answers.length);
  for (const form of formsOf(secrets[name])) expect(log).not.toContain(form);
});

it('still logs the routes and statuses', () => {
  const lines = app.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);

  const forecasts = lines.filter(({ route }) => route === FORECAST);
  expect(forecasts.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400, 401, 503]));
});

it.each(NAMES)('has the %s in no metric', async (name) => {
  const { text, samples } = await Scrape.of(app);

  expect(samples.length).toBeGreaterThan(100);
  for (const form of formsOf(secrets[name])) expect(text).not.toContain(form);
});

it.each(NAMES)('has the %s in no table', async (name) => {
  const tables = await flushedUsage(
    app,
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const names = ['public.accounts', 'public.api_keys', 'public.audit_events', 'usage.requests'];
  expect(tables.map((table) => table.name)).toEqual(expect.arrayContaining(names));

  for (const table of tables) {
    const rows = await app.runSql(`select to_jsonb(t)::text as row from ${String(table.name)} t`);
    if (names.includes(String(table.name))) expect(rows.length).toBeGreaterThan(0);
    const dump = rows.map(({ row }) => row).join('\n');
    for (const form of formsOf(secrets[name])) expect(dump).not.toContain(form);
  }
});

it('has nothing in the tables that authenticates', async () => {
  const [row] = await app.runSql(
    `select (select secret_hash from identities limit 1) as password_hash,
     (select token_hash from sessions limit 1) as token_hash, (select secret_hash from clients limit 1) as secret_hash,
     (select key_hash from api_keys limit 1) as key_hash`,
  );

  for (const hash of Object.values(row) as string[]) {
    const anybody = new ApiCaller(app.url);
    expect((await anybody.get('/v1/accounts/me', { cookie: `session=${hash}` })).status).toBe(401);
    expect((await anybody.get(`${FORECAST}?${POINT}`, { apikey: hash })).status).toBe(401);
    expect((await anybody.post('/v1/sessions', { email: account.email, password: hash })).status).toBe(401);
  }
});

it.each(NAMES)('reveals the %s in no other response', (name) => {
  // A password that is the name of an unknown member is echoed: it can't be told from other names.
  const echoed = name === 'password' ? `/${PASSWORD}` : undefined;
  const bodies = answers.map(({ body }) => JSON.stringify(body));

  for (const body of bodies.filter((text) => echoed === undefined || !text.includes(echoed)))
    expect(body).not.toContain(secrets[name].slice(0, 30));
});
