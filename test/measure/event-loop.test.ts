import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GUIDE_NAMES } from '../../src/docs/guides.js';
import { parseBatchBody } from '../../src/forecast/request/batch-query.js';
import { type RawBody } from '../../src/forecast/request/body-reader.js';
import { createAlert } from '../support/alert-caller.js';
import { createApiKey, createClient, signedInCaller } from '../support/api-caller.js';
import { FACTORS } from '../support/factors.js';
import { DOCUMENTED_ROUTES, fillPath } from '../support/documented-routes.js';
import {
  averageMs,
  LoopClient,
  type LoopRequest,
  longestTurnMs,
  yardstickMs,
} from '../support/loop-client.js';
import { readReports, useMetarCache } from '../support/metar-cache.js';
import { metarRow, minutesAgo } from '../support/metar-rows.js';
import { publishRun } from '../support/published-run.js';
import { useTestApp } from '../support/test-app.js';
import { worstBatch, WORST_BODIES, WORST_LARGE_BODIES, WORST_QUERIES } from '../support/worst-requests.js';
import { OWN_CATALOGUE } from '../support/own-catalogue.js';
import { webhookWithEvent } from '../support/webhook-caller.js';

/** If the yardstick takes 0.4 ms on a machine, a request may take 10 ms. */
const MOST_YARDSTICKS = 25;
/** The 64 kB may consist of locations of a job, all of which are parsed. */
const MOST_YARDSTICKS_OF_A_JOB = 5 * MOST_YARDSTICKS;
/** What is used for the first time can be tried once, with code that isn't compiled yet, and garbage is collected, too. */
const MOST_YARDSTICKS_OF_FIRST_USE = 3 * MOST_YARDSTICKS;
/** Node.js rejects request heads larger than 16 KiB. */
const LONGEST_PATH = 15_000;
/** To average a request that may be too slow. */
const REPETITIONS = 10;
/** Rounds of averages, of which the lowest counts, since other load on the machine only adds time. */
const ROUNDS = 3;
/** Statuses of requests that were processed. Others were rejected earlier. */
const MET = [200, 303, 400, 403, 404, 413];
/** Few enough that no account reaches the limit of rejected requests. */
const ROUTES_OF_ACCOUNT = 8;
const GROUPS = Array.from({ length: Math.ceil(DOCUMENTED_ROUTES.length / ROUTES_OF_ACCOUNT) }, (_, i) =>
  DOCUMENTED_ROUTES.slice(i * ROUTES_OF_ACCOUNT, (i + 1) * ROUTES_OF_ACCOUNT),
);

const cache = useMetarCache();
const app = useTestApp({
  OBSERVATIONS: 'metar',
  METAR_BASE_URL: cache.url,
  TRUSTED_PROXIES: '127.0.0.1',
  DEFAULT_RATE_LIMITS: 'day=90000000',
  OIDC_ISSUER: 'https://login.invalid',
  OIDC_CLIENT_ID: 'weather',
  OIDC_CLIENT_SECRET: 'secret',
});
let client: LoopClient;
let mostMs: number;
let requests = 0;

beforeAll(async () => {
  await publishRun(app());
  client = new LoopClient(app().url);
  mostMs = MOST_YARDSTICKS * yardstickMs();
});
afterAll(() => client[Symbol.asyncDispose]());

/** Creates an administrator, who may use every route, and a key. */
async function identity() {
  const caller = await signedInCaller(app());
  await app().runSql(`update accounts set role = 'admin' where id = ?`, [caller.accountId]);
  const clientId = await createClient(caller);
  const { id: keyId, key } = await createApiKey(caller, clientId);
  const { data } = (await caller.get<{ data: { id: string }[] }>('/v1/organizations')).body;
  const { body: factor } = await caller.post<{ id: string }>(`${FACTORS}/totp`, {});
  const ids = {
    accountId: caller.accountId,
    organizationId: data[0].id,
    clientId,
    keyId,
    sessionId: 'x',
    invitationId: 'x',
    domainId: 'x',
    identityId: 'x',
    tokenId: 'x',
    factorId: factor.id,
    alertId: (await createAlert(caller, clientId)).id,
    provider: 'oidc',
    jobId: 'x',
    loggedRequestId: 'x',
    ...(await webhookWithEvent(caller)),
  };
  return { cookie: caller.cookie!, key, ids };
}

async function tookMs(what: string, request: LoopRequest): Promise<number> {
  const headers = { ...request.headers, 'x-forwarded-for': nextAddress() };
  const { status, tookMs } = await client.ask({ ...request, headers });
  expect([what, status, MET]).toEqual([what, status, expect.arrayContaining([status])]);
  return tookMs;
}

/** Measures a request that takes more than half of the limit again, repeatedly and alternating with the yardstick. */
async function expectShort(what: string, request: LoopRequest, most = MOST_YARDSTICKS): Promise<void> {
  if ((await tookMs(what, request)) < mostMs / 2) return;
  await expectAtMost(what, most, async () => {
    let [sumMs, sumOfYardsticksMs] = [0, 0];
    for (let i = 0; i < REPETITIONS; i++) {
      sumOfYardsticksMs += yardstickMs();
      sumMs += await tookMs(what, request);
    }
    return { ms: sumMs / REPETITIONS, oneMs: sumOfYardsticksMs / REPETITIONS };
  });
}

/** @param measure Returns the averages of the request and of the yardstick. */
async function expectAtMost(
  what: string,
  most: number,
  measure: (round: number) => Promise<{ ms: number; oneMs: number }>,
): Promise<void> {
  let least = Infinity;
  for (let round = 0; round < ROUNDS && least > most; round++) {
    const { ms, oneMs } = await measure(round);
    least = Math.min(least, ms / oneMs);
  }
  const said = `${what}: ${least.toFixed(1)} yardsticks, and ${most} at most are right`;
  expect({ said, isRight: least <= most }).toEqual({ said, isRight: true });
}

/** Returns a new address for each request, since refusals are counted per address. */
function nextAddress(): string {
  requests += 1;
  return `2001:db8:${(requests >> 8).toString(16)}:${(requests & 255).toString(16)}::1`;
}

/** Must come first: later uses are shorter. */
describe('no turn of the first use is long', () => {
  let caller: Awaited<ReturnType<typeof identity>>;
  beforeAll(async () => {
    caller = await identity();
  });

  async function expectShortTurns(work: () => Promise<unknown>): Promise<void> {
    const ms = await longestTurnMs(work);
    expect(ms / yardstickMs()).toBeLessThan(MOST_YARDSTICKS_OF_FIRST_USE);
  }
  const ask = (method: string, path: string, body?: string) =>
    tookMs(path, {
      method,
      path,
      headers: { apikey: caller.key, 'content-type': 'application/json' },
      body,
    });

  it.each([
    '/v1/places?query=s,va',
    '/v1/places/nearest?lat=42.3478&lon=-71.0466',
    '/openapi.json',
    '/openapi.yaml',
    ...GUIDE_NAMES.map((name) => `/docs/${name}`),
  ])('of %s', (path) => expectShortTurns(() => ask('GET', path)));

  it('of unknown places in a large body', () =>
    expectShortTurns(() => ask('POST', '/v1/weather/jobs', WORST_LARGE_BODIES['unknown places'])));

  it('of the reports of all stations', async () => {
    const rows = Array.from({ length: 5_000 }, (_, i) =>
      metarRow({
        station_id: `K${i.toString(36)}`,
        latitude: String(((i * 37) % 170) - 85),
        longitude: (i * 0.07 - 175).toFixed(2),
        observation_time: minutesAgo(i % 60),
      }),
    );
    cache.write(rows);
    await expectShortTurns(() => readReports(app()));
    await expectShortTurns(() => ask('GET', '/v1/weather/stations?lat=42.3478&lon=-71.0466'));
  });
});

describe.each(GROUPS.map((routes) => ({ routes })))(
  'no request blocks the event loop for long',
  ({ routes }) => {
    let caller: Awaited<ReturnType<typeof identity>>;
    beforeAll(async () => {
      caller = await identity();
    });

    const headersFor = (security: string[]): Record<string, string> => ({
      ...(security.includes('session') && { cookie: caller.cookie }),
      ...(security.includes('apiKeyHeader') && { apikey: caller.key }),
    });

    it.each(routes)('$operationId, whatever its query', async ({ method, path, security }) => {
      for (const [name, query] of Object.entries(WORST_QUERIES))
        await expectShort(name, {
          method,
          path: `${fillPath(path, caller.ids)}?${query}`,
          headers: headersFor(security),
        });
    });

    const withBody = routes.filter(({ method }) => method !== 'GET');
    if (withBody.length > 0)
      it.each(withBody)(
        '$operationId, whatever its body',
        async ({ operationId, method, path, security }) => {
          for (const [name, body] of Object.entries(WORST_BODIES))
            await expectShort(
              name,
              {
                method,
                path: fillPath(path, caller.ids),
                headers: { ...headersFor(security), 'content-type': 'application/json' },
                body,
              },
              operationId === 'createForecastJob' ? MOST_YARDSTICKS_OF_A_JOB : MOST_YARDSTICKS,
            );
        },
      );
  },
);

it('no path blocks the event loop for long', async () => {
  for (const path of [
    '/'.repeat(LONGEST_PATH),
    '/open-meteo'.repeat(LONGEST_PATH / 11),
    `/${'%25'.repeat(LONGEST_PATH / 3)}`,
  ])
    await expectShort(path.slice(0, 11), { method: 'GET', path, headers: {} });
});

it('parsing a batch with many time zones takes no longer', async () => {
  await expectAtMost('100 time zones', MOST_YARDSTICKS, (round) => {
    const first = round * REPETITIONS;
    const bodies = Array.from(
      { length: REPETITIONS },
      (_, i) => JSON.parse(worstBatch(first + i)) as RawBody,
    );
    const parse = (i: number) => parseBatchBody(bodies[i], new Date(), OWN_CATALOGUE, ['gfs']);
    return Promise.resolve({ ms: averageMs(REPETITIONS, parse), oneMs: yardstickMs() });
  });
});
