import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiCaller, bearer, signedInCaller } from '../../../support/api-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';
import { basic } from '../../../support/usage-caller.js';
import { type ClientCredentials, createStation, FORM, GRANT, requestToken, TOKEN } from './token-caller.js';

const app = useTestApp();
let client: ClientCredentials;
let good: Record<string, string>;
beforeAll(async () => {
  client = await createStation(await signedInCaller(app()));
  good = basic(client.client_id, client.client_secret);
});

const anybody = () => new ApiCaller(app().url);
const askToken = (body: string, headers?: Record<string, string>) => requestToken(app(), body, headers);

describe('a bad request gets an error of RFC 6749', () => {
  it.each<[string, number, string, () => ReturnType<typeof askToken>]>([
    ['no grant type', 400, 'invalid_request', () => askToken('scope=usage:read', good)],
    ['a repeated parameter', 400, 'invalid_request', () => askToken(`${GRANT}&${GRANT}`, good)],
    ['101 parameters', 400, 'invalid_request', () => askToken(`${GRANT}${'&a'.repeat(100)}`, good)],
    ['another grant type', 400, 'unsupported_grant_type', () => askToken('grant_type=password', good)],
    ['an unknown scope', 400, 'invalid_scope', () => askToken(`${GRANT}&scope=everything`, good)],
    ['JSON', 400, 'invalid_request', () => askToken('{}', { ...good, 'content-type': 'application/json' })],
    ['no body', 400, 'invalid_request', () => anybody().post(TOKEN, undefined, good)],
    [
      'a query',
      400,
      'invalid_request',
      () => anybody().post(`${TOKEN}?${GRANT}`, GRANT, { ...FORM, ...good }),
    ],
    [
      'two secrets',
      400,
      'invalid_request',
      () => askToken(`${GRANT}&client_id=${client.client_id}&client_secret=${client.client_secret}`, good),
    ],
    ['no credentials', 401, 'invalid_client', () => askToken(GRANT)],
    ['a bearer token', 401, 'invalid_client', () => askToken(GRANT, bearer('eyJ.a.b'))],
    ['a wrong secret', 401, 'invalid_client', () => askToken(GRANT, basic(client.client_id, 'wxs_wrong'))],
    [
      'an unknown client',
      401,
      'invalid_client',
      () => askToken(GRANT, basic(`cli_${'0'.repeat(26)}`, 'wrong')),
    ],
  ])('%s', async (_, status, error, ask) => {
    const answer = await ask();
    expect(answer).toMatchObject({
      status,
      body: { error, error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/) },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
  });
});

it("a form is rejected by routes that don't accept one", async () => {
  const path = '/v1/sessions';
  expectProblem(await anybody().post(path, 'email=a&password=b', FORM), 415, 'unsupported_media_type', {
    instance: path,
  });
});

it("wrong secrets from one address are soon throttled, but right ones aren't", async () => {
  const wrong = () => askToken(GRANT, basic(client.client_id, 'wxs_wrong'));
  const statuses = new Set<number>();
  for (let i = 0; i < 130; i += 1) statuses.add((await wrong()).status);
  expect([...statuses].toSorted()).toEqual([401, 429]);
  expect((await askToken(GRANT, good)).status).toBe(200);
});
