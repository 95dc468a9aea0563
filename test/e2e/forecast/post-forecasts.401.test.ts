import { expect, it } from '@jest/globals';
import { generateKey } from '../../../src/api-keys/key-format.js';
import { signedInCaller } from '../../support/api-caller.js';
import { BATCH_BODY, FORECASTS, postForecasts } from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = FORECASTS;

it.each([
  ['what it takes', JSON.stringify(BATCH_BODY)],
  ['a faulty member', '{"locations":[{"lat":91}]}'],
  ['what is not JSON', '{'],
])('asks for a key, whatever the body: %s', async (_, body) => {
  for (const [headers, code] of [
    [{}, 'missing_api_key'],
    [{ apikey: generateKey() }, 'invalid_api_key'],
  ] as const) {
    const answer = await postForecasts(app(), headers, body);
    expectProblem(answer, 401, code, { instance });
    expect(answer.headers.get('www-authenticate')).toBe('ApiKey realm="weather"');
    expect(answer.headers.get('ratelimit')).toBeNull();
  }
});

it('takes no session in place of a key', async () => {
  const { cookie } = await signedInCaller(app());

  expectProblem(await postForecasts(app(), { cookie }), 401, 'missing_api_key', { instance });
});
