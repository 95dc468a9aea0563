import { expect, it } from '@jest/globals';
import { ApiCaller } from '../../../support/api-caller.js';
import { Scrape } from '../../../support/exposition.js';
import { useTestApp } from '../../../support/test-app.js';

const TOKEN = 'a token of some length';
const app = useTestApp({ METRICS_TOKEN: 'a-token-of-some-length', TRUSTED_PROXIES: '127.0.0.1' });
const scrape = (headers: Record<string, string>) => new ApiCaller(app().url).get('/metrics', headers);

it.each([
  ['nothing', {}],
  ['another token', { authorization: 'Bearer a-token-of-some-lengtH' }],
  ['a longer token', { authorization: 'Bearer a-token-of-some-length1' }],
  ['another scheme', { authorization: 'Basic a-token-of-some-length' }],
  ['the token alone', { authorization: 'a-token-of-some-length' }],
  ['a token with blanks', { authorization: `Bearer ${TOKEN}` }],
])('is rejected with %s', async (_, headers) => {
  const { status, headers: answered, body } = await scrape(headers);

  expect(status).toBe(401);
  expect(body.code).toBe('unauthenticated');
  expect(answered.get('www-authenticate')).toBe('Bearer realm="metrics"');
});

it.each(['Bearer a-token-of-some-length', 'bearer  a-token-of-some-length'])(
  'is accepted with %j',
  async (authorization) => {
    expect((await Scrape.of(app(), { authorization })).value('weather_build_info')).toBe(1);
  },
);

it('is accepted with the token from anywhere', async () => {
  const { status } = await scrape({
    authorization: 'Bearer a-token-of-some-length',
    'x-forwarded-for': '203.0.113.7',
  });

  expect(status).toBe(200);
});
