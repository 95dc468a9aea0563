import { beforeAll, describe, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { readUsage, USAGE } from '../../support/usage-caller.js';

const app = useTestApp();

const KEYS = 100;
const MINUTES = 1_440;
const CLIENT = 'cli_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const MOST_BYTES = 6_000_000;

const endMs = Math.floor(Date.now() / 60_000) * 60_000;
const instant = (timeMs: number) => `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
const SPAN = `start=${instant(endMs - MINUTES * 60_000)}&end=${instant(endMs)}`;
const BY_MINUTE_AND_KEY = `${SPAN}&interval=minute&group_by=api_key`;

let admin: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
  // Key number k makes k + 1 requests per minute.
  await app().runSql(
    `insert into usage.client_minutes (client_id, start, key_id, route, status, account_id, requests, units, bytes, l10)
     select ?, timestamptz '${instant(endMs)}' - m * interval '1 minute', 'key_' || lpad(k::text, 26, '0'),
       'GET /v1/weather/forecast', 200, 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV', k + 1, k + 1, 3000, k + 1
     from generate_series(1, ${MINUTES}) m, generate_series(0, ${KEYS - 1}) k`,
    [CLIENT],
  );
});

const REQUESTS_A_MINUTE = (KEYS * (KEYS + 1)) / 2;

describe('a day of minutes by a hundred keys', () => {
  it('lists the busiest keys, and sums up the others', async () => {
    const { buckets, totals } = await readUsage(admin, BY_MINUTE_AND_KEY);

    expect(buckets).toHaveLength(MINUTES);
    for (const { groups } of buckets) {
      expect(groups.map(({ api_key_id, requests }) => [api_key_id, requests])).toEqual([
        ...Array.from({ length: 12 }, (_, i) => [`key_${String(88 + i).padStart(26, '0')}`, 89 + i]),
        [null, (88 * 89) / 2],
      ]);
    }
    expect(totals.requests).toBe(REQUESTS_A_MINUTE * MINUTES);
    expect(totals.latency_ms).toEqual(buckets[0].groups[0].latency_ms);
  });

  it('has a bounded size in both formats', async () => {
    const json = await admin.get(`${USAGE}?${BY_MINUTE_AND_KEY}`);
    const csv = await admin.get<string>(`${USAGE}?${BY_MINUTE_AND_KEY}`, { accept: 'text/csv' });

    expect(Number(json.headers.get('content-length'))).toBeLessThan(MOST_BYTES);
    expect(Number(csv.headers.get('content-length'))).toBeLessThan(MOST_BYTES);
    const lines = csv.body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + MINUTES * 13);
    expect(new Set(lines.map((line) => line.split(',').length)).size).toBe(1);
    expect(lines.filter((line) => line.startsWith('start,'))).toHaveLength(1);
  });
});

it('always lists the same ones among equally busy keys', async () => {
  await app().runSql(
    `insert into usage.client_minutes (client_id, start, key_id, route, status, account_id, requests, units, bytes)
     select 'cli_01ARZ3NDEKTSV4RRFFQ69G5FAX', timestamptz '${instant(endMs)}' - interval '1 hour', 'key_' || lpad(k::text, 26, '0'),
       'GET /v1/weather/forecast', 200, 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAX', 1, 1, 1
     from generate_series(0, 499) k order by md5(k::text)`,
  );
  const span = `start=${instant(endMs - 3_600_000)}&end=${instant(endMs - 3_540_000)}`;

  const { buckets } = await readUsage(
    admin,
    `${span}&interval=minute&group_by=api_key&account_id=acc_01ARZ3NDEKTSV4RRFFQ69G5FAX`,
  );

  expect(buckets[0].groups.map(({ api_key_id, requests }) => [api_key_id, requests])).toEqual([
    ...Array.from({ length: 100 }, (_, k) => [`key_${String(k).padStart(26, '0')}`, 1]),
    [null, 400],
  ]);
});

it('lists all keys if there are few buckets', async () => {
  const start = instant(endMs - 30 * 60_000);
  const { buckets } = await readUsage(
    admin,
    `start=${start}&end=${instant(endMs)}&interval=minute&group_by=api_key`,
  );

  expect(buckets.map(({ groups }) => groups.length)).toEqual(Array.from({ length: 30 }, () => KEYS));
});
