import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiCaller,
  createApiKey,
  createClient,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { itSlowsDownGuessesOfSecrets } from '../../support/client-refusals.js';
import { askForecast, FORECAST, type KeyedClient } from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';
import { basic, readUsage, USAGE, type UsageGroup } from '../../support/usage-caller.js';

const app = useTestApp({
  MAX_CLIENTS_PER_ACCOUNT: '1000',
  DEFAULT_RATE_LIMITS: 'day=1000',
  TRUSTED_PROXIES: '127.0.0.1',
});

let admin: SignedInCaller;
beforeAll(async () => {
  // The first account is the administrator.
  admin = await signedInCaller(app());
});

describe('200', () => {
  let member: SignedInCaller;
  beforeAll(async () => {
    member = await signedInCaller(app());
  });

  const NOTHING = {
    requests: 0,
    units: 0,
    errors: 0,
    throttled: 0,
    bytes: 0,
    latency_ms: { p50: null, p95: null, p99: null },
  };

  /** Creates a client with two served requests, a faulty one, and one over its limit. */
  async function usedClient(owner = member): Promise<KeyedClient> {
    const rate_limits = { day: 2 };
    const clientId = await createClient(owner, { rate_limits });
    const { id: keyId, key } = await createApiKey(owner, clientId);
    await askForecast(app(), { apikey: key }, 'lat=x&lon=0');
    for (let i = 0; i < 3; i++) await askForecast(app(), { apikey: key });
    return { owner, clientId, keyId, key };
  }

  const brief = ({ requests, units, errors, throttled }: UsageGroup) => [requests, units, errors, throttled];

  it('includes the latest requests, and fills gaps with zeros', async () => {
    const { owner, clientId } = await usedClient();

    const usage = await readUsage(owner, `client_id=${clientId}`);

    expect(Object.keys(usage).sort()).toEqual(['as_of', 'buckets', 'end', 'interval', 'start', 'totals']);
    expect(usage.interval).toBe('day');
    expect(usage.buckets).toHaveLength(30);
    expect(usage.start).toBe(usage.buckets[0].start);
    const today = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
    const last = usage.buckets[29];
    expect(last.start).toBe(today);
    expect(Date.parse(usage.end) - Date.parse(today)).toBe(86_400_000);
    expect(brief(last.groups[0])).toEqual([4, 2, 2, 1]);
    expect(last.groups[0].bytes).toBeGreaterThan(1000);
    expect(last.groups[0].latency_ms.p50).toBeGreaterThan(0);
    expect(last.groups[0].latency_ms.p99).toBeGreaterThanOrEqual(last.groups[0].latency_ms.p50!);
    for (const bucket of usage.buckets.slice(0, 29)) expect(bucket.groups).toEqual([NOTHING]);
    expect(usage.totals).toEqual(last.groups[0]);
  });

  it.each([
    ['minute', 60],
    ['hour', 24],
    ['day', 30],
  ])('returns by the %s the last %i of them', async (interval, count) => {
    const { owner, clientId } = await usedClient();

    const usage = await readUsage(owner, `client_id=${clientId}&interval=${interval}`);

    expect(usage.buckets).toHaveLength(count);
    expect(brief(usage.totals as UsageGroup)).toEqual([4, 2, 2, 1]);
    expect(Date.parse(usage.end)).toBeGreaterThan(Date.parse(usage.as_of) - 1000);
  });

  it.each(['Europe/Warsaw', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia'])(
    'returns the days of %s',
    async (zone) => {
      const { owner, clientId } = await usedClient();

      const usage = await readUsage(owner, `client_id=${clientId}&timezone=${zone}`);

      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' });
      expect(new Set(usage.buckets.map(({ start }) => clock.format(new Date(start))))).toEqual(
        new Set(['00:00:00']),
      );
      expect(brief(usage.buckets[29].groups[0])).toEqual([4, 2, 2, 1]);
    },
  );

  describe('grouped', () => {
    const groupsOf = async (client: KeyedClient, query: string) =>
      (await readUsage(client.owner, `client_id=${client.clientId}&interval=hour&${query}`)).buckets;

    it('by status, has every group in every bucket', async () => {
      const buckets = await groupsOf(await usedClient(), 'group_by=status');

      for (const { groups } of buckets) expect(groups.map(({ status }) => status)).toEqual([200, 400, 429]);
      expect(buckets[23].groups.map(brief)).toEqual([
        [2, 2, 0, 0],
        [1, 0, 1, 0],
        [1, 0, 1, 1],
      ]);
      expect(buckets[0].groups).toEqual([200, 400, 429].map((status) => ({ status, ...NOTHING })));
    });

    it('by endpoint, contains the method and the path template', async () => {
      const buckets = await groupsOf(await usedClient(), 'group_by=endpoint');

      expect(buckets[23].groups.map((group) => [group.endpoint, ...brief(group)])).toEqual([
        [`GET ${FORECAST}`, 4, 2, 2, 1],
      ]);
    });

    it('by API key, contains each key, and can be narrowed to one', async () => {
      const client = await usedClient();
      const other = await createApiKey(client.owner, client.clientId, { name: 'Other' });
      await askForecast(app(), { apikey: other.key }, 'lat=x');

      const [group, second] = (await groupsOf(client, 'group_by=api_key'))[23].groups;
      expect([group.api_key_id, group.api_key_name, ...brief(group)]).toEqual([
        client.keyId,
        'A key',
        4,
        2,
        2,
        1,
      ]);
      expect([second.api_key_id, second.api_key_name, ...brief(second)]).toEqual([
        other.id,
        'Other',
        1,
        0,
        1,
        1,
      ]);
      const narrowed = await readUsage(client.owner, `api_key_id=${other.id}`);
      expect(narrowed.totals.requests).toBe(1);
    });

    it('has no groups where nothing was used', async () => {
      const { buckets, totals } = await readUsage(await signedInCaller(app()), 'group_by=client');

      expect(buckets.map(({ groups }) => groups)).toEqual(Array.from({ length: 30 }, () => []));
      expect(totals).toEqual(NOTHING);
    });

    it('by client, adds up to the account', async () => {
      const { owner, clientId } = await usedClient(await signedInCaller(app()));
      const another = await createClient(owner, { name: 'Another' });
      const { key } = await createApiKey(owner, another);
      await askForecast(app(), { apikey: key });

      const { buckets, totals } = await readUsage(owner, 'group_by=client');
      expect(
        buckets[29].groups.map((group) => [group.client_id, group.client_name, ...brief(group)]),
      ).toEqual([
        [clientId, 'A client', 4, 2, 2, 1],
        [another, 'Another', 1, 1, 0, 0],
      ]);
      expect(totals.requests).toBe(5);
      expect((await readUsage(owner, '')).totals).toEqual(totals);
    });
  });

  describe('access', () => {
    it("includes an account's own clients, and all for an administrator", async () => {
      const before = (await readUsage(admin, '')).totals.requests;
      const { owner } = await usedClient(await signedInCaller(app()));
      const stranger = await usedClient();

      expect((await readUsage(owner, '')).totals.requests).toBe(4);
      expect((await readUsage(admin, '')).totals.requests).toBe(before + 8);
      expect((await readUsage(admin, `client_id=${stranger.clientId}`)).totals.requests).toBe(4);
      expect((await readUsage(admin, `account_id=${owner.accountId}`)).totals.requests).toBe(4);
      expect((await readUsage(owner, `account_id=${owner.accountId}`)).totals.requests).toBe(4);
    });

    it("includes a client's own usage, by its credentials", async () => {
      const { owner } = await usedClient();
      const { body } = await owner.post<{ client_id: string; client_secret: string }>('/v1/clients', {
        name: 'Mine',
      });
      const { key } = await createApiKey(owner, body.client_id);
      await askForecast(app(), { apikey: key });

      const { totals } = await readUsage(
        new ApiCaller(app().url),
        '',
        basic(body.client_id, body.client_secret),
      );
      expect(totals.requests).toBe(1);
    });

    it("includes only a client's own usage, even for an administrator's client", async () => {
      const { owner } = await usedClient();
      const { body } = await admin.post<{ client_id: string; client_secret: string }>('/v1/clients', {
        name: 'Operations',
      });
      const credentials = basic(body.client_id, body.client_secret);

      const own = await readUsage(new ApiCaller(app().url), '', credentials);
      expect(own.totals.requests).toBe(0);
      const others = await new ApiCaller(app().url).get(
        `${USAGE}?account_id=${owner.accountId}`,
        credentials,
      );
      expect(others.status).toBe(404);
    });
  });

  it('covers the requested span, and nothing beyond it', async () => {
    const { owner, clientId } = await usedClient();
    const past = await readUsage(
      owner,
      `client_id=${clientId}&start=2026-03-28T12:00:00Z&end=2026-03-30T00:00:00Z&timezone=Europe/Warsaw`,
    );

    // Clocks went forward on the 29th, so it had 23 hours.
    expect(past.buckets.map(({ start }) => start)).toEqual([
      '2026-03-27T23:00:00Z',
      '2026-03-28T23:00:00Z',
      '2026-03-29T22:00:00Z',
    ]);
    expect(past.totals).toEqual(NOTHING);
  });

  describe('as CSV', () => {
    it('has a line for each group of each bucket', async () => {
      const { owner, clientId } = await usedClient();
      const answer = await owner.get<string>(`${USAGE}?client_id=${clientId}&group_by=status&interval=hour`, {
        accept: 'text/csv',
      });

      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="usage.csv"');
      const lines = String(answer.body).trimEnd().split('\r\n');
      expect(lines[0]).toBe(
        'start,interval,status,requests,units,errors,throttled,bytes,p50_ms,p95_ms,p99_ms',
      );
      expect(lines).toHaveLength(1 + 24 * 3);
      expect(lines.at(-3)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00Z,hour,200,2,2,0,0,\d+,[\d.]+,[\d.]+,[\d.]+$/);
      expect(lines[1]).toMatch(/Z,hour,200,0,0,0,0,0,,,$/);
    });

    it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('neutralizes formulas in the name %j', async (name) => {
      const owner = member;
      const clientId = await createClient(owner, { name: `${name}"x",y` });
      const { key } = await createApiKey(owner, clientId);
      await askForecast(app(), { apikey: key });

      const { body } = await owner.get<string>(`${USAGE}?client_id=${clientId}&group_by=client`, {
        accept: 'text/csv',
      });

      const cell = `"'${name.trim()}""x"",y"`;
      if (name.startsWith('\t')) expect(String(body)).toContain(`"'=1""x"",y"`);
      else expect(String(body)).toContain(cell);
    });

    it.each([
      ['application/json, text/csv;q=0.5', 'application/json'],
      ['*/*', 'application/json'],
      ['text/*', 'text/csv'],
      ['text/csv, */*;q=0.1', 'text/csv'],
    ])('is chosen as %s prefers: %s', async (accept, type) => {
      const { headers } = await admin.get(USAGE, { accept });
      expect(headers.get('content-type')).toMatch(type);
      expect(headers.get('vary')).toContain('Accept');
    });
  });
});

describe('400', () => {
  let caller: SignedInCaller;
  beforeAll(async () => {
    caller = await signedInCaller(app());
  });

  it.each([
    ['interval=week', ['interval']],
    ['interval=', ['interval']],
    ['interval=Day', ['interval']],
    ['interval=day&interval=day', ['interval']],
    ['group_by=route', ['group_by']],
    ['group_by=endpoint,status', ['group_by']],
    ['timezone=Mars/Phobos', ['timezone']],
    ['timezone=', ['timezone']],
    ['timezone=%2B01:00', ['timezone']],
    ['timezone=%00', ['timezone']],
    ['start=2026-11-20', ['start']],
    ['start=yesterday', ['start']],
    ['start=2026-02-30T00:00:00Z', ['start']],
    ['start=1999-12-31T00:00:00Z', ['start']],
    ['end=9999-01-01T00:00:00Z', ['end']],
    ['start=2026-11-20T00:00:00Z&end=2026-11-20T00:00:00Z', ['end']],
    ['start=2026-11-20T00:00:00Z&end=2026-11-19T00:00:00Z', ['end']],
    ['start=2100-01-01T00:00:00Z', ['end']],
    ['start=2020-01-01T00:00:00Z&end=2023-12-12T00:00:00Z', ['start']],
    ['interval=hour&start=2026-01-01T00:00:00Z&end=2026-03-02T01:00:00Z', ['start']],
    ['interval=minute&start=2026-01-01T00:00:00Z&end=2026-01-01T01:00:00Z', ['start']],
    ['client_id=a&client_id=b', ['client_id']],
    ['api_key_id=a&api_key_id=b', ['api_key_id']],
    ['account_id=a&account_id=b', ['account_id']],
    ['limit=10', ['limit']],
    ['constructor=1', ['constructor']],
    ['interval=x&group_by=y&page=2', ['interval', 'group_by', 'page']],
    ['start=x&end=y&timezone=z', ['start', 'end', 'timezone']],
  ])('rejects ?%s', async (query, parameters) => {
    const answer = await caller.get(`${USAGE}?${query}`);

    expectProblem(answer, 400, 'invalid_parameter', { instance: USAGE, parameters });
  });

  it.each([
    'start=2020-01-01T00:00:00Z&end=2023-12-11T00:00:00Z',
    'interval=hour&start=2026-01-01T00:00:00Z&end=2026-03-02T00:00:00Z',
  ])('accepts up to 1,440 buckets: ?%s', async (query) => {
    const { status, body } = await caller.get<{ buckets: unknown[] }>(`${USAGE}?${query}`);

    expect([status, body.buckets.length]).toEqual([200, 1440]);
  });
});

describe('429', () => {
  itSlowsDownGuessesOfSecrets(app, {
    method: 'GET',
    path: () => '/v1/usage',
  });
});
