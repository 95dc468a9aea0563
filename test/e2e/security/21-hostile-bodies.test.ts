import { beforeAll, describe, expect, it } from '@jest/globals';
import { createKeyedClient, FORECAST } from '../../support/forecast-caller.js';
import { sendRaw } from '../../support/raw-request.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let key: string;
beforeAll(async () => {
  ({ key } = await createKeyedClient(app()));
});

const deep = (levels: number) => `${'{"lat":'.repeat(levels)}1${'}'.repeat(levels)}`;
const BODIES: [string, number, string, string][] = [
  ['over 64 kB', 413, 'payload_too_large', JSON.stringify({ lat: 'x'.repeat(65 * 1024) })],
  ['nested deeply', 400, 'invalid_parameter', deep(5_000)],
  ['arrays nested deeply', 400, 'invalid_parameter', `{"fields":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  [
    'many members',
    400,
    'invalid_parameter',
    `{${Array.from({ length: 5_000 }, (_, n) => `"m${n}":1`).join(',')}}`,
  ],
  ['__proto__', 400, 'invalid_parameter', '{"__proto__":{"lat":1},"lon":1}'],
  ['constructor', 400, 'invalid_parameter', '{"constructor":{"prototype":{"lat":1}},"lon":1}'],
  ['a list', 400, 'invalid_parameter', '[1]'],
  ['a text', 400, 'invalid_parameter', '"lat"'],
  ['no JSON', 400, 'malformed_body', '{"lat":1,}'],
  ['a member twice', 400, 'malformed_body', '{"lat":1,"lon":1,"lat":2}'],
];

describe.each([
  ['a keyed route', 'POST', FORECAST],
  ['a batch', 'POST', `${FORECAST}s`],
  ['sign-in', 'POST', '/v1/sessions'],
  ['registration', 'POST', '/v1/accounts'],
])('%s', (_, method, path) => {
  it.each(BODIES)('rejects a body: %s', async (_name, status, code, body) => {
    const answer = await sendRaw<{ code: string }>(app().url, {
      method,
      path,
      headers: { 'content-type': 'application/json', apikey: key },
      body,
    });

    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(JSON.stringify(answer.body)).not.toMatch(/\bat .+:\d+:\d+|node_modules|\.ts\b|SyntaxError/);
    expect(({} as Record<string, unknown>).lat).toBeUndefined();
  });
});

it.each(['lat=1&lat=1&lon=1', 'lat[]=1&lon=1', 'lat=1&lon=1&__proto__=1', 'lat=1&lon=1&constructor=1'])(
  'rejects the query %s',
  async (query) => {
    const answer = await sendRaw<{ code: string }>(app().url, {
      path: `${FORECAST}?${query}`,
      headers: { apikey: key },
    });

    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_parameter']);
  },
);
