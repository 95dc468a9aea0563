import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { askForecast, FORECAST, type KeyedClient, postForecast } from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ MAX_CLIENTS_PER_ACCOUNT: '1000' });

let admin: SignedInCaller;
beforeAll(async () => {
  // The first account is the administrator.
  admin = await signedInCaller(app());
});

describe('200', () => {
  const REQUESTS = '/v1/usage/requests';

  interface LoggedRequest {
    id: string;
    time: string;
    endpoint: string;
    status: number;
    code: string | null;
    detail: string | null;
    units: number;
    latency_ms: number;
    request_id: string;
    client_id: string;
    api_key_id: string;
    api_key_start: string;
    point: { lat: number; lon: number } | null;
  }

  interface LogPage {
    data: LoggedRequest[];
    next_cursor: string | null;
    dropped: number;
  }

  let member: SignedInCaller;
  beforeAll(async () => {
    member = await signedInCaller(app());
  });

  async function clientOf(owner: SignedInCaller): Promise<KeyedClient> {
    const clientId = await createClient(owner);
    const { id: keyId, key } = await createApiKey(owner, clientId);
    return { owner, clientId, keyId, key };
  }

  async function page(caller: SignedInCaller, query: string) {
    const { status, body } = await caller.get<LogPage>(`${REQUESTS}?${query}`);
    expect(status).toBe(200);
    return body;
  }

  /** Returns all pages together. */
  async function logOf(caller: SignedInCaller, query: string): Promise<LogPage> {
    const data: LoggedRequest[] = [];
    for (let cursor = ''; ;) {
      const next = await page(caller, `${query}&limit=100${cursor}`);
      data.push(...next.data);
      if (next.next_cursor === null) return { ...next, data };
      cursor = `&cursor=${next.next_cursor}`;
    }
  }

  const countsByStatus = (requests: LoggedRequest[]) =>
    Object.fromEntries(
      [...Map.groupBy(requests, ({ status }) => status)].map(([status, { length }]) => [status, length]),
    );

  const ids = (requests: LoggedRequest[]) => requests.map(({ request_id }) => request_id);

  it('lists requests newest first, with the point to a tenth of a degree', async () => {
    const { owner, clientId, keyId, key } = await clientOf(member);
    const asked = (id: string) => ({ apikey: key, 'x-request-id': id });
    await askForecast(app(), asked('first'), 'lat=52.2297&lon=-21.0722');
    await askForecast(app(), asked('second'), 'lat=x&lon=1');
    await postForecast(app(), asked('third'));

    const { data, next_cursor } = await page(owner, `client_id=${clientId}`);

    expect(ids(data)).toEqual(['third', 'second', 'first']);
    expect(next_cursor).toBeNull();
    expect(data[2]).toEqual({
      id: expect.stringMatching(/^req_[0-9A-Z]{26}$/) as unknown,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as unknown,
      endpoint: `GET ${FORECAST}`,
      status: 200,
      code: null,
      detail: null,
      units: 1,
      latency_ms: expect.any(Number) as unknown,
      request_id: 'first',
      client_id: clientId,
      api_key_id: keyId,
      api_key_start: key.slice(0, data[2].api_key_start.length),
      point: { lat: 52.2, lon: -21.1 },
    });
    expect(data[2].api_key_start.length).toBeLessThan(key.length / 2);
    expect(data.map(({ status, point }) => [status, point])).toEqual([
      [200, { lat: 52.2, lon: 21 }],
      [400, null],
      [200, { lat: 52.2, lon: -21.1 }],
    ]);
  });

  it('explains rejected requests as in the response, without keys and exact points', async () => {
    const { owner, clientId, key } = await clientOf(member);
    const asked = { apikey: key };
    const bodies = [
      await askForecast(app(), asked, 'lat=99&lon=1'),
      await askForecast(app(), asked, 'lat=52.2297&lon=21.0122&source=gfs'),
    ].map(({ body }) => body as { code: string; detail: string });
    await askForecast(app(), asked, `lat=1&lon=1&fields=${key}`);
    await askForecast(app(), asked, `lat=1&lon=1&%00%F0%9F%8C%A9=1`);

    const { data } = await page(owner, `client_id=${clientId}`);

    const told = data.map(({ status, code, detail, units }) => ({ status, code, detail, units }));
    expect(told.slice(2).reverse()).toEqual([
      { status: 400, code: 'invalid_parameter', detail: bodies[0].detail, units: 0 },
      {
        status: 503,
        code: 'forecast_unavailable',
        detail: bodies[1].detail.replace('52.2297, 21.0122', '52.2, 21'),
        units: 0,
      },
    ]);
    expect(bodies[1].detail).toContain('52.2297, 21.0122');
    expect(told[1].detail).toBe('"fields" has the unknown name "***".');
    expect(told[0].detail).toBe('Unknown parameter " 🌩".');
  });

  it('filters by status, class of status, code and key', async () => {
    const { owner, clientId, key } = await clientOf(member);
    const other = await createApiKey(owner, clientId);
    await askForecast(app(), { apikey: key, 'x-request-id': 'a' });
    await askForecast(app(), { apikey: key, 'x-request-id': 'b' }, 'lat=x');
    await askForecast(app(), { apikey: other.key, 'x-request-id': 'c' });

    const list = async (query: string) => ids((await page(owner, `client_id=${clientId}&${query}`)).data);
    expect(await list('status=400')).toEqual(['b']);
    expect(await list('status=4xx')).toEqual(['b']);
    expect(await list('status=2xx')).toEqual(['c', 'a']);
    expect(await list('status=429')).toEqual([]);
    expect(await list('code=invalid_parameter')).toEqual(['b']);
    expect(await list('code=quota_exceeded')).toEqual([]);
    expect(await list(`api_key_id=${other.id}`)).toEqual(['c']);
  });

  it('pages without repeats or gaps', async () => {
    const { owner, clientId, key } = await clientOf(member);
    for (let i = 0; i < 7; i++) await askForecast(app(), { apikey: key, 'x-request-id': `r${i}` });

    const first = await page(owner, `client_id=${clientId}&limit=4`);
    await askForecast(app(), { apikey: key, 'x-request-id': 'later' });
    const second = await page(owner, `client_id=${clientId}&limit=4&cursor=${first.next_cursor}`);

    expect([...ids(first.data), ...ids(second.data)]).toEqual(['r6', 'r5', 'r4', 'r3', 'r2', 'r1', 'r0']);
    expect(second.next_cursor).toBeNull();
  });

  it("lists an account's own requests, and all for an administrator", async () => {
    const { key } = await clientOf(member);
    await askForecast(app(), { apikey: key, 'x-request-id': 'of-member' });
    const stranger = await signedInCaller(app());

    expect((await page(stranger, '')).data).toEqual([]);
    expect(ids((await page(member, 'limit=1')).data)).toEqual(['of-member']);
    expect(ids((await page(admin, 'limit=1')).data)).toEqual(['of-member']);
  });

  it('keeps at most 50 requests per client, second and kind of outcome, and counts the others', async () => {
    const { owner, clientId, keyId, key } = await clientOf(member);
    const queries = [undefined, 'lat=x', 'lat=1&lon=1&source=gfs'];
    const asked = 150;
    // As if all were in one second.
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    await Promise.all(
      Array.from({ length: 3 * asked }, (_, i) => askForecast(app(), { apikey: key }, queries[i % 3])),
    );
    jest.restoreAllMocks();

    const [all, served] = [
      await logOf(owner, `client_id=${clientId}`),
      await logOf(owner, `client_id=${clientId}&status=2xx`),
    ];
    expect(countsByStatus(all.data)).toEqual({ 200: 50, 400: 50, 503: 50 });
    expect(all.dropped).toBe(3 * (asked - 50));
    expect([served.data.length, served.dropped]).toEqual([50, asked - 50]);
    expect((await page(owner, `api_key_id=${keyId}&status=503&limit=1`)).dropped).toBe(asked - 50);
    expect((await page(admin, `client_id=${clientId}&status=429`)).dropped).toBe(0);
    const { totals } = (await owner.get<{ totals: { requests: number } }>(`/v1/usage?client_id=${clientId}`))
      .body;
    expect(totals.requests).toBe(3 * asked);
  });

  it('counts what is left out of the requests of an account, and of all', async () => {
    const { owner, clientId } = await clientOf(await signedInCaller(app()));
    const day = new Date().toISOString().slice(0, 10);
    await app().runSql(
      `insert into usage.account_days (account_id, start, route, status, requests, units, bytes)
       values (?, ?, 'GET /', 200, 7, 7, 7), ('*', ?, 'GET /', 200, 7, 7, 7) on conflict do nothing`,
      [owner.accountId, `${day}T00:00Z`, `${day}T00:00Z`],
    );
    expect((await page(owner, '')).dropped).toBe(7);
    expect((await page(owner, `client_id=${clientId}`)).dropped).toBe(0);
    expect((await page(admin, '')).dropped).toBeGreaterThanOrEqual(7);
  });
});

describe('400', () => {
  const REQUESTS = '/v1/usage/requests';
  let caller: SignedInCaller;
  beforeAll(async () => {
    caller = await signedInCaller(app());
  });

  it.each([
    ['status=', ['status']],
    ['status=ok', ['status']],
    ['status=100', ['status']],
    ['status=4XX', ['status']],
    ['status=429&status=200', ['status']],
    ['code=', ['code']],
    ['code=nothing', ['code']],
    ['code=not_found&code=conflict', ['code']],
    ['limit=0', ['limit']],
    ['limit=101', ['limit']],
    ['cursor=x', ['cursor']],
    ['cursor=%00', ['cursor']],
    ['client_id=a&client_id=b', ['client_id']],
    ['interval=day', ['interval']],
    ['constructor=1', ['constructor']],
  ])('rejects ?%s', async (query, parameters) => {
    const answer = await caller.get(`${REQUESTS}?${query}`);

    expectProblem(answer, 400, 'invalid_parameter', { instance: REQUESTS, parameters });
  });
});
