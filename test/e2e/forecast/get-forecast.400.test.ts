import { beforeAll, describe, expect, it } from '@jest/globals';
import { generateKey } from '../../../src/api-keys/key-format.js';
import {
  askForecast,
  createKeyedClient,
  FORECAST,
  type KeyedClient,
  POINT,
} from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let client: KeyedClient;
beforeAll(async () => {
  await publishRun(app());
  client = await createKeyedClient(app(), { rate_limits: { second: 3 } });
});

const instance = FORECAST;
const ask = (headers: Record<string, string | string[]>, query: string) => askForecast(app(), headers, query);

describe('with more than one key', () => {
  const expectAmbiguous = (answer: Awaited<ReturnType<typeof ask>>) => {
    expectProblem(answer, 400, 'ambiguous_api_key', { instance });
    expect(answer.headers.get('www-authenticate')).toBeNull();
  };

  it('rejects different keys in the header and the query, valid or not', async () => {
    const other = generateKey();

    expectAmbiguous(await ask({ apikey: client.key }, `${POINT}&apikey=${other}`));
    expectAmbiguous(await ask({ apikey: other }, `${POINT}&apikey=${client.key}`));
    expectAmbiguous(await ask({ apikey: 'x' }, `${POINT}&apikey=y`));
    expectAmbiguous(await ask({ apikey: client.key }, `${POINT}&apikey=${client.key.toLowerCase()}`));
  });

  it('rejects a repeated parameter, even with equal keys', async () => {
    expectAmbiguous(await ask({}, `${POINT}&apikey=${client.key}&apikey=${client.key}`));
    expectAmbiguous(await ask({}, `apikey=${client.key}&${POINT}&apikey=`));
    expectAmbiguous(await ask({ apikey: client.key }, `${POINT}&apikey=x&apikey=x`));
  });

  it('rejects a repeated header, even with equal keys', async () => {
    expectAmbiguous(await ask({ apikey: [client.key, client.key] }, POINT));
    expectAmbiguous(await ask({ apikey: [client.key, generateKey()] }, POINT));
    expectAmbiguous(await ask({ apikey: [client.key, ''] }, POINT));
  });

  it('is checked before anything else', async () => {
    expectAmbiguous(await ask({ apikey: 'x' }, 'apikey=y&lat=1000&unknown=1'));
  });

  it('accepts the same key in both places, and ignores an empty one', async () => {
    expect((await ask({ apikey: client.key }, `${POINT}&apikey=${client.key}`)).status).toBe(200);
    expect((await ask({ apikey: '' }, `${POINT}&apikey=${client.key}`)).status).toBe(200);
    expect((await ask({ apikey: client.key }, `${POINT}&apikey=`)).status).toBe(200);
  });
});

describe('with a faulty query', () => {
  it('reports the fault once the key is verified', async () => {
    const { key } = await createKeyedClient(app());

    const answer = await ask({ apikey: key }, 'lat=1000&lon=1');

    expectProblem(answer, 400, 'invalid_parameter', { instance, parameters: ['lat'] });
  });

  it('costs nothing, as its headers say', async () => {
    const { key } = await createKeyedClient(app(), {
      rate_limits: { second: 2, minute: 3, hour: 4, day: 5 },
    });
    for (let count = 0; count < 6; count += 1) {
      const answer = await ask({ apikey: key }, 'lat=1000&lon=1');
      expect(answer.status).toBe(400);
      expect(answer.headers.get('ratelimit')).toMatch(
        /^"second";r=2;t=\d+, "minute";r=3;t=\d+, "hour";r=4;t=\d+, "day";r=5;t=\d+$/,
      );
    }

    const { status, headers } = await ask({ apikey: key }, POINT);

    expect(status).toBe(200);
    expect(headers.get('ratelimit')).toMatch(/"second";r=1;.*"minute";r=2;.*"hour";r=3;.*"day";r=4;/);
  });
});
