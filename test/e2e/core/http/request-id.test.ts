import { expect, it } from '@jest/globals';
import { sendRaw } from '../../../support/raw-request.js';
import { PUBLIC_URL } from '../../../support/problems.js';
import { sendBytes } from '../../../support/raw-socket.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const idFor = async (given: string | string[] | undefined, path = '/health/live', method = 'GET') => {
  const headers = given === undefined ? {} : { 'x-request-id': given };
  return (await sendRaw(app().url, { method, path, headers })).headers.get('x-request-id');
};

it.each(['a', '0', '._-', 'a'.repeat(128), '01ARZ3NDEKTSV4RRFFQ69G5FAV'])('keeps %s', async (id) => {
  expect(await idFor(id)).toBe(id);
});

it.each([undefined, '', 'a'.repeat(129), 'a b', 'a,b', 'a/b', '{"a":1}', 'é', ['a', 'b'], ['a', 'a']])(
  'generates a new one instead of %j',
  async (id) => {
    expect(await idFor(id)).toMatch(UUID);
  },
);

it('generates a different one for each request', async () => {
  expect(await idFor(undefined)).not.toBe(await idFor(undefined));
});

it.each([
  ['GET', '/'],
  ['GET', '/openapi.json'],
  ['GET', '/assets/icon.svg'],
  ['GET', '/assets/nothing'],
  ['GET', '/v1/nothing'],
  ['GET', '/v1/accounts/me'],
  ['GET', '/v1/weather/forecast'],
  ['DELETE', '/v1/accounts'],
  ['POST', '/v1/accounts'],
  ['GET', '/v1/clients/%zz'],
  ['OPTIONS', '/v1/clients'],
])('is in the response to %s %s', async (method, path) => {
  expect(await idFor('given', path, method)).toBe('given');
});

it.each([
  ['400 Bad Request', 'malformed_request', 'GET / HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n'],
  ['400 Bad Request', 'malformed_request', 'NONSENSE\r\n\r\n'],
  [
    '431 Request Header Fields Too Large',
    'headers_too_large',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
  ],
])('is in the response %s to malformed requests', async (status, code, bytes) => {
  const answer = await sendBytes(app(), bytes);

  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
  expect(answer).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
  expect(answer).toContain('\r\nContent-Type: application/problem+json; charset=utf-8\r\n');
  expect(answer).toContain('\r\nCache-Control: no-store\r\n');
  expect(answer).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
  expect(JSON.parse(answer.split('\r\n\r\n')[1])).toEqual({
    type: `${PUBLIC_URL}/docs/errors#${code}`,
    title: expect.any(String) as unknown,
    status: Number(status.slice(0, 3)),
    detail: expect.any(String) as unknown,
    code,
  });
});

it('is in each log line of the request', async () => {
  await idFor('find-me', '/v1/nothing', 'POST');

  const lines = app()
    .logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ reqId }) => reqId === 'find-me');
  expect(lines).toEqual([expect.objectContaining({ method: 'POST', status: 404, msg: 'answered' })]);
});
