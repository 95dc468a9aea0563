import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiCaller, createApiKey, createClient, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const service = useTestApp();
let caller: ApiCaller;
let key: string;

beforeAll(async () => {
  const member = await signedInCaller(service());
  ({ key } = await createApiKey(member, await createClient(member)));
  caller = member;
});

describe('GET /v1/weather/forecast responds with 400', () => {
  it.each([
    ['timezone', 'timezone=Europe/Atlantis'],
    ['timezone', 'timezone=%2B02:00'],
    ['timelines', 'timelines=weekly'],
    ['elevation', 'elevation=9000.1'],
    ['elevation', 'elevation=1e3'],
    ['source', 'source=icon'],
    ['startTime', 'startTime=2099-01-01T00:00:00Z&source=gfs'],
  ])('for %s: %s', async (parameter, query) => {
    const answer = await caller.get(`/v1/weather/forecast?lat=42&lon=-71&${query}`, { apikey: key });
    expectProblem(answer, 400, 'invalid_parameter', {
      instance: '/v1/weather/forecast',
      parameters: [parameter],
    });
  });

  it('for every fault at once', async () => {
    const query = 'lat=91&lon=x&timezone=&elevation=&timelines=&units=&source=&fields=';
    const { body } = await caller.get<{ errors: { parameter: string }[] }>(`/v1/weather/forecast?${query}`, {
      apikey: key,
    });
    expect(body.errors.map(({ parameter }) => parameter).sort()).toEqual(
      ['elevation', 'fields', 'lat', 'lon', 'source', 'timelines', 'timezone', 'units'].sort(),
    );
  });
});
