import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ForecastDto } from '../../../../src/forecast/answer/forecast-response.dto.js';
import { type NearestPlacesDto, type PlacesDto } from '../../../../src/forecast/places/places.dto.js';
import {
  type Answer,
  bearer,
  createApiKey,
  createToken,
  signedInCaller,
} from '../../../support/api-caller.js';
import {
  createKeyedClient,
  FORECAST,
  FORECASTS,
  type KeyedClient,
  postForecast,
  postForecasts,
} from '../../../support/forecast-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';
import { readUsage } from '../../../support/usage-caller.js';

// Without the limit of a second, which quick tests would reach.
const app = useTestApp();
let client: KeyedClient;
beforeAll(async () => {
  client = await createKeyedClient(app());
});
const get = <T>(path: string, apikey = client.key) => sendRaw<T>(app().url, { path, headers: { apikey } });
const expectFault = (answer: Answer, path: string, name: string) =>
  expectProblem(answer, 400, 'invalid_parameter', { instance: path.split('?')[0], parameters: [name] });

describe('GET /v1/places', () => {
  it('lists places by name, with the country in the requested language', async () => {
    const { status, headers, body } = await get<PlacesDto>(
      '/v1/places?query=m%C3%BCnchen&limit=2&language=de',
    );

    expect(status).toBe(200);
    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toEqual({
      id: 'plc_2867714',
      name: 'Munich',
      matched_name: 'München',
      country_code: 'DE',
      country: 'Deutschland',
      admin: 'Bavaria',
      lat: 48.13743,
      lon: 11.57549,
      elevation: 524,
      timezone: 'Europe/Berlin',
      population: 1260391,
    });
    expect(body.attribution).toMatch(/GeoNames, CC BY/);
    expect(headers.get('cache-control')).toBe('private, max-age=3600');
    expect(headers.get('ratelimit')).toMatch(/"day";r=\d+/);
  });

  it('takes the key in the query, too', async () => {
    const path = `/v1/places?query=krakow&limit=1&apikey=${client.key}`;
    expect(await sendRaw(app().url, { path })).toMatchObject({
      status: 200,
      body: { data: [{ name: 'Kraków' }] },
    });
    expectFault(await sendRaw(app().url, { path: `${path}&other=1` }), path, 'other');
  });

  it('lists none if none match, and 20 by default', async () => {
    expect((await get<PlacesDto>('/v1/places?query=qqqqq')).body.data).toEqual([]);
    expect((await get<PlacesDto>('/v1/places?query=a')).body.data).toHaveLength(20);
  });

  it.each([
    ['query', '/v1/places'],
    ['query', '/v1/places?query='],
    ['query', `/v1/places?query=${'x'.repeat(101)}`],
    ['query', '/v1/places?query=a&query=b'],
    ['limit', '/v1/places?query=a&limit=101'],
    ['limit', '/v1/places?query=a&limit=1.5'],
    ['language', '/v1/places?query=a&language=de_DE!'],
    ['lat', '/v1/places?query=a&lat=1'],
  ])('rejects a faulty %s: %s', async (name, path) => {
    expectFault(await get(path), path, name);
  });

  it('requires a key with the scope forecast:read', async () => {
    const { key } = await createApiKey(client.owner, client.clientId, { scopes: ['forecast:batch'] });
    expectProblem(await get('/v1/places?query=a', ''), 401, 'missing_api_key', { instance: '/v1/places' });
    expectProblem(await get('/v1/places?query=a', key), 403, 'insufficient_scope', {
      instance: '/v1/places',
    });
  });
});

describe.each(['/v1/places?query=krakow&limit=1', '/v1/places/nearest?lat=50.06&lon=19.94&limit=1'])(
  '%s with a session',
  (path) => {
    const instance = path.split('?')[0];
    const krakow = { status: 200, body: { data: [{ name: 'Kraków' }] } };
    const ask = (headers: Record<string, string>) => sendRaw(app().url, { path, headers });
    const requestsOf = async ({ owner, clientId }: KeyedClient) =>
      (await readUsage(owner, `client_id=${clientId}`)).totals.requests;

    it('is in no usage and no limits, while a key beside the session counts as ever', async () => {
      const own = await createKeyedClient(app());
      const cookie = own.owner.cookie!;

      const free = await ask({ cookie });
      expect(free).toMatchObject(krakow);
      expect(free.headers.get('cache-control')).toBe('private, max-age=3600');
      expect(free.headers.get('ratelimit')).toBeNull();
      expect(await requestsOf(own)).toBe(0);

      const keyed = await ask({ cookie, apikey: own.key });
      expect(keyed).toMatchObject(krakow);
      expect(keyed.headers.get('ratelimit')).toMatch(/"day";r=49999/);
      expect(await requestsOf(own)).toBe(1);
      expectProblem(await ask({ cookie, apikey: 'wx_none' }), 401, 'invalid_api_key', { instance });
      const { token } = await createToken(own.owner, ['usage:read']);
      expectProblem(await ask(bearer(token)), 401, 'invalid_token', { instance });
    });

    it("doesn't work with a session that has ended, or of a disabled account", async () => {
      const caller = await signedInCaller(app());
      const headers = { cookie: caller.cookie! };
      expect(await ask(headers)).toMatchObject(krakow);
      await app().runSql(`update accounts set status = 'disabled' where id = '${caller.accountId}'`);
      expectProblem(await ask(headers), 401, 'missing_api_key', { instance });
      expectProblem(await ask({ cookie: 'session=none' }), 401, 'missing_api_key', { instance });
    });
  },
);

describe('GET /v1/places/nearest', () => {
  it('lists places around a location, nearest first', async () => {
    const { status, body } = await get<NearestPlacesDto>(
      '/v1/places/nearest?lat=42.3478&lon=-71.0466&limit=3',
    );

    expect(status).toBe(200);
    // 1.603 km by the haversine formula, with the coordinates from GeoNames.
    expect(body.data[0]).toMatchObject({ name: 'Boston', country_code: 'US', distance_km: 1.6 });
    const distances = body.data.map(({ distance_km }) => distance_km);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  });

  it.each([
    ['lat', '/v1/places/nearest?lon=1'],
    ['lat', '/v1/places/nearest?lat=91&lon=1'],
    ['lon', '/v1/places/nearest?lat=1&lon=1e1'],
    ['lon', '/v1/places/nearest?lat=1&lon='],
  ])('rejects a faulty %s: %s', async (name, path) => {
    expectFault(await get(path), path, name);
  });
});

describe('a forecast of a place', () => {
  const expectMunich = ({ location, meta }: Pick<ForecastDto, 'location' | 'meta'>) => {
    expect(location).toEqual({ lat: 48.1374, lon: 11.5755 });
    expect(meta.place).toEqual({ id: 'plc_2867714', name: 'Munich', country_code: 'DE', admin: 'Bavaria' });
  };

  it('is the forecast of its coordinates, and names it', async () => {
    const ask = (where: string) => get<ForecastDto>(`${FORECAST}?fields=temperature&${where}`);
    const byName = await ask('place=M%C3%BCnchen');
    const byId = await ask('place=plc_2867714');
    const byPoint = await ask('lat=48.1374&lon=11.5755');

    expectMunich(byName.body);
    expect(byId.body).toEqual(byName.body);
    expect(byPoint.body.data).toEqual(byName.body.data);
    expect(byPoint.body.meta.place).toBeUndefined();
  });

  it('has the time zone of the place if it is "auto"', async () => {
    const { body } = await get<ForecastDto>(`${FORECAST}?fields=temperature&place=Munich&timezone=auto`);
    expectMunich(body);
    expect(body.meta.timezone).toBe('Europe/Berlin');
  });

  it('works in bodies and batches, too', async () => {
    const apikey = { apikey: client.key };
    const { body } = await postForecast(app(), apikey, { place: 'Munich', fields: ['temperature'] });
    expectMunich(body as unknown as ForecastDto);
    const batch = await postForecasts<{ forecasts: ForecastDto[] }>(app(), apikey, {
      locations: [{ place: 'Munich' }, { lat: 1, lon: 2 }],
      fields: ['temperature'],
    });
    expectMunich(batch.body.forecasts[0]);
  });

  it.each([
    'place=qqqqq',
    'place=',
    'place=Paris&lat=1&lon=1',
    'place=Paris&lon=1',
    `place=${'x'.repeat(101)}`,
  ])('is rejected for %s', async (query) => {
    expectFault(await get(`${FORECAST}?${query}`), FORECAST, 'place');
  });

  it('is rejected for the beginning of a name, with suggestions', async () => {
    const prefix = await get<{ errors: { detail: string }[] }>(`${FORECAST}?place=Krak`);
    expectFault(prefix, FORECAST, 'place');
    expect(prefix.body.errors[0].detail).toBe(
      '"place" has no match for "Krak". Did you mean "Kraków, PL" or "Kraksaan, ID" or "Krakeel, NL"?',
    );
    const batch = await postForecasts<{ errors: object[] }>(
      app(),
      { apikey: client.key },
      { locations: [{ place: 'Warsaw' }, { place: 'san fr' }] },
    );
    expect(batch.body.errors).toEqual([
      { pointer: '/locations/1/place', detail: expect.stringContaining('"San Francisco, US"') },
    ]);
  });

  it('is rejected in a batch, with a pointer to the place', async () => {
    const answer = await postForecasts(app(), { apikey: client.key }, { locations: [{ place: 'qqqqq' }] });
    expectProblem(answer, 400, 'invalid_parameter', {
      instance: FORECASTS,
      pointers: ['/locations/0/place'],
    });
  });
});
