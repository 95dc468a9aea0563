import { describe, expect, it } from '@jest/globals';
import { pathSecrets } from '../../../../src/core/http/path/path-secrets.js';

const withoutSecrets = pathSecrets(['/open-meteo/key/']);

const KEY = `wx_${'a1B2'.repeat(9)}zZ`;
const ESCAPED = KEY.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);

describe('a secret in a path', () => {
  it.each([
    [`/open-meteo/key/${KEY}/v1/forecast?latitude=1`, '/open-meteo/key/***?latitude=1'],
    ['/open-meteo/key/short/v1/forecast', '/open-meteo/key/***'],
    [`/open-meteo/%6bey/${ESCAPED}/v1`, '/open-meteo/key/***'],
    [`/open-meteo/key/${ESCAPED.replaceAll('%', '%25')}%E0%A4%A`, '/open-meteo/key/***'],
    [`//open-meteo//KEY//${KEY}`, '//open-meteo//KEY/***'],
    [`/open-meteo/${KEY}/v1/forecast`, '/open-meteo/***/v1/forecast'],
    [`/open-meteo${ESCAPED}`, '/open-meteo***'],
    [`http://localhost/open-meteo/key/${KEY}?a=b`, 'http://localhost/open-meteo/key/***?a=b'],
    [`/v1/clients/${KEY.replace('wx_', 'wxs_')}`, '/v1/clients/***'],
    [`/v1/accounts/me/tokens/${KEY.replace('wx_', 'pat_')}?a=b`, '/v1/accounts/me/tokens/***?a=b'],
    [`/v1/webhooks/${KEY.replace('wx_', 'whsec_')}/test`, '/v1/webhooks/***/test'],
  ])('is redacted in %s', (url, expected) => {
    expect(withoutSecrets(url)).toBe(expected);
  });
});

it.each([
  '/open-meteo/v1/forecast?latitude=1&apikey=wx_00000000000000000000000000000000000000',
  '/open-meteo/key/',
  '/assets/index-Bwx_a1b2.js',
  '/v1/%6blients?x=%20',
  '/v1/accounts/me/tokens/pat_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '*',
])('leaves %s unchanged', (url) => {
  expect(withoutSecrets(url)).toBe(url);
});
