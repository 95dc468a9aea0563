import { beforeAll, describe, expect, it } from '@jest/globals';
import { createKeyedClient, FORECAST } from '../../support/forecast-caller.js';
import { sendRaw } from '../../support/raw-request.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let key: string;
beforeAll(async () => {
  ({ key } = await createKeyedClient(app()));
});

const MOST_BYTES = 10_000;
const LONG = 'x'.repeat(15_000);

const names = (count: number, prefix = 'm') => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const members = (count: number) => JSON.stringify(Object.fromEntries(names(count).map((name) => [name, 1])));
const locations = (count: number) => JSON.stringify({ locations: Array.from({ length: count }, () => ({})) });

interface Refusal {
  code: string;
  detail: string;
  errors: { parameter?: string; pointer?: string; detail: string }[];
}

async function refusalOf(method: string, path: string, body?: string): Promise<Refusal> {
  const headers = { apikey: key, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const answer = await sendRaw<Refusal>(app().url, { method, path, headers, body });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_parameter']);
  expect(JSON.stringify(answer.body).replaceAll(LONG, '').length).toBeLessThan(MOST_BYTES);
  return answer.body;
}

describe('lists 20 faults, and the number of the others', () => {
  it.each([
    ['of members of a class', 'POST', '/v1/sessions', members(38), 20],
    ['of members of a forecast', 'POST', FORECAST, members(40), 22],
    ['of locations', 'POST', `${FORECAST}s`, locations(100), 180],
    ['of entries of a list', 'GET', `${FORECAST}?lat=1&lon=1&fields=${names(100).join()}`, undefined, 80],
    ['of parameters of a reader', 'GET', `${FORECAST}?lat=1&lon=1&${names(90).join('&')}`, undefined, 70],
    ['of parameters of a class', 'GET', `/v1/weather/fields?${names(100).join('&')}`, undefined, 80],
  ])('%s', async (_, method, path, body, others) => {
    const { detail, errors } = await refusalOf(method, path, body);

    expect(errors).toHaveLength(20);
    expect(detail).toBe(`${errors.map((fault) => fault.detail).join(' ')} … and ${others} more.`);
  });
});

it('suggests names only for the listed faults', async () => {
  const { errors } = await refusalOf(
    'GET',
    `${FORECAST}?lat=1&lon=1&fields=${names(30, 'temperatura').join()}`,
  );

  expect(errors.map(({ detail }) => detail.includes('nearest known names: temperature'))).toEqual(
    Array.from({ length: 20 }, () => true),
  );
});

describe('rejects with a single fault', () => {
  it.each([
    ['6,000 unknown members', 'POST', '/v1/sessions', members(6_000)],
    ['1,700 fields', 'GET', `${FORECAST}?lat=1&lon=1&fields=${names(1_700).join()}`, undefined],
    ['1,700 fields of a body', 'POST', FORECAST, JSON.stringify({ lat: 1, lon: 1, fields: names(1_700) })],
    ['2,000 locations', 'POST', `${FORECAST}s`, locations(2_000)],
    ['2,000 parameters', 'GET', `/v1/weather/codes?${names(2_000).join('&')}`, undefined],
    ['a long parameter', 'GET', `/v1/weather/codes?${LONG}=1`, undefined],
    ['a long parameter for a reader', 'GET', `${FORECAST}?lat=1&lon=1&${LONG}=1`, undefined],
    ['a long time zone', 'GET', `${FORECAST}?lat=1&lon=1&timezone=${LONG}`, undefined],
    ['a long member', 'POST', '/v1/sessions', JSON.stringify({ [LONG]: 1 })],
    ['a long member of a forecast', 'POST', FORECAST, JSON.stringify({ lat: 1, lon: 1, [LONG]: 1 })],
  ])('%s', async (_, method, path, body) => {
    const { detail, errors } = await refusalOf(method, path, body);

    expect(errors).toHaveLength(1);
    expect(detail).toBe(errors[0].detail);
  });
});

it("doesn't repeat a long path", async () => {
  const { status, body } = await sendRaw(app().url, { path: `/v1/${LONG}` });

  expect(status).toBe(404);
  expect(body.detail).toMatch(/^There is nothing at \/v1\/x+…\.$/);
});

it.each([
  [FORECAST, ['/lat', '/lon']],
  [`${FORECAST}s`, ['/locations']],
])('rejects a POST to %s without a body', async (path, pointers) => {
  const { errors } = await refusalOf('POST', path);

  expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
});
