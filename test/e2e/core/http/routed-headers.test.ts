import { beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let clientId: string;
beforeAll(async () => {
  caller = await signedInCaller(app());
  clientId = await createClient(caller);
});

/** Other spellings of a path that the router treats as equal. */
const SPELLINGS: [name: string, spell: (path: string) => string][] = [
  ['as it is', (path) => path],
  ['with an escape', (path) => path.replace('/v1/', '/%761/')],
  ['with escapes further on', (path) => path.replace('/v1/weather/', '/v1/%77eather/')],
  ['in absolute form', (path) => `http://localhost${path}`],
];

describe.each(SPELLINGS)('a path %s', (_, spell) => {
  it('has the headers of its route, even if the response contains a secret', async () => {
    const { status, headers } = await sendRaw(app().url, {
      method: 'POST',
      path: spell(`/v1/clients/${clientId}/api-keys`),
      headers: { cookie: caller.cookie!, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Key' }),
    });

    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it("may be read by other sites' pages if its route may", async () => {
    const path = spell('/v1/weather/fields');
    const read = await sendRaw(app().url, { path });
    const preflight = await sendRaw(app().url, { method: 'OPTIONS', path });

    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'GET, HEAD',
    ]);
  });

  it('lists its allowed methods, and appears in errors without its origin', async () => {
    const path = spell('/v1/weather/fields');
    const answer = await sendRaw(app().url, { method: 'PUT', path: `${path}?x=1` });

    expectProblem(answer, 405, 'method_not_allowed', { instance: path.replace('http://localhost', '') });
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });
});
