import { beforeAll, describe, expect, it } from '@jest/globals';
import { generateKey } from '../../../../src/api-keys/key-format.js';
import { type Answer, ApiCaller, PASSWORD } from '../../../support/api-caller.js';
import { createKeyedClient, type KeyedClient } from '../../../support/forecast-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();
let client: KeyedClient;
beforeAll(async () => {
  client = await createKeyedClient(app());
});

const INTERNALS =
  /postgres|sql|relation|select|insert|mikro|kysely|exception|\.ts|\.js|node_modules|stack| at /i;
const WARNING = 40;

/** Returns the log lines of a request. */
const linesOf = ({ headers }: Answer) =>
  app()
    .logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ reqId }) => reqId === headers.get('x-request-id'));

function expectUnavailable(answer: Answer, instance: string): void {
  expectProblem(answer, 503, 'service_unavailable', { instance });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(JSON.stringify(answer.body)).not.toMatch(INTERNALS);
  const lines = linesOf(answer).filter(({ level }) => Number(level) >= WARNING);
  expect(lines).toEqual([expect.objectContaining({ level: WARNING, reason: expect.any(String) })]);
}

describe('while the database is unavailable', () => {
  const registration = { full_name: 'Ada', email: 'ada@example.com', password: PASSWORD };
  const routes: [method: string, path: string, body?: unknown][] = [
    ['POST', '/v1/accounts', registration],
    ['POST', '/v1/sessions', { email: registration.email, password: PASSWORD }],
    ['GET', '/v1/accounts/me'],
    ['GET', '/v1/sessions/current'],
    ['DELETE', '/v1/sessions/current'],
    ['GET', '/v1/clients'],
    ['POST', '/v1/clients', { name: 'Station' }],
    ['DELETE', '/v1/clients/cli_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['POST', '/v1/clients/cli_01ARZ3NDEKTSV4RRFFQ69G5FAV/api-keys', { name: 'Station' }],
    ['GET', '/v1/weather/forecast'],
  ];

  it('returns the same error from every route, with Retry-After and a single log line', async () => {
    const restore = await app().cutDatabase();
    const answers: Answer[] = [];
    for (const [method, path, body] of routes) {
      const headers = { cookie: client.owner.cookie!, apikey: generateKey() };
      answers.push(await new ApiCaller(app().url).call(method, path, { body, headers }));
    }
    await restore();

    answers.forEach((answer, index) => expectUnavailable(answer, routes[index][1]));
    expect(new Set(answers.map(({ body }) => body.detail)).size).toBe(1);
  });

  it("isn't mistaken for a wrong key or an ended session", async () => {
    const restore = await app().cutDatabase();
    const answer = await client.owner.get('/v1/accounts/me');
    await restore();

    expect(answer.status).toBe(503);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await client.owner.get('/v1/accounts/me')).status).toBe(200);
    expect((await new ApiCaller(app().url).get('/v1/weather/forecast', { apikey: client.key })).status).toBe(
      400,
    );
  });
});
