import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { VerifiedKeyCache } from '../../src/api-keys/verified-key-cache.js';
import { LocalAttemptStore } from '../../src/core/attempts/local-attempt.store.js';
import { acceptedCoding } from '../../src/core/http/coding/content-coding.js';
import { ForecastQueries } from '../../src/forecast/request/forecast-queries.js';
import { RequestSampling } from '../../src/usage/metering/request-sampling.js';
import { readFields } from '../../src/weather/grib/message.js';
import { OWN_CATALOGUE } from '../support/own-catalogue.js';
import { fixture } from '../unit/weather/grib/fixtures.js';
import { patched } from '../unit/weather/grib/message-surgery.js';

const MILLION = 1_000_000;
/** Retaining something for each of the later three quarters would take many times as much. */
const MOST_BYTES_FOR_EACH = 8;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Uses a quarter of the numbers first, then expects the others to retain hardly any memory. */
async function expectPlateau(count: number, use: (number: number) => unknown): Promise<void> {
  for (let number = 0; number < count / 4; number += 1) await use(number);
  const before = heldBytes();

  for (let number = count / 4; number < count; number += 1) await use(number);

  expect((heldBytes() - before) / count).toBeLessThan(MOST_BYTES_FOR_EACH);
}

it('detects memory that is retained for each of many', async () => {
  const kept = new Set<string>();

  await expect(expectPlateau(MILLION, (number) => kept.add(`key ${number}`))).rejects.toThrow();
});

it('memory plateaus after a million unknown keys', async () => {
  const cache = new VerifiedKeyCache(() => true);

  await expectPlateau(MILLION, (number) => cache.fill(`digest ${number}`, () => Promise.resolve(undefined)));
  await cache.fill('one more', () => Promise.resolve(undefined));
  expect(cache.get('one more', Date.now())).toBe('unknown');
});

it('memory plateaus after a million valid keys', async () => {
  const cache = new VerifiedKeyCache(() => true);
  const stateOf = (number: number) => ({
    principal: {
      keyId: `key_${number}`,
      clientId: `cli_${number}`,
      accountId: 'acc',
      organizationId: 'org',
      rateLimits: { second: 1, minute: null, hour: null, day: null },
      scopes: [],
      endsAtMs: Infinity,
      allows: undefined,
    },
    revokedAtMs: Infinity,
    expiresAtMs: Infinity,
    disabled: undefined,
  });

  await expectPlateau(MILLION, (number) =>
    cache.fill(`digest ${number}`, () => Promise.resolve(stateOf(number))),
  );
  expect(cache.get(`digest ${MILLION - 1}`, Date.now())).toMatchObject({ disabled: undefined });
});

it('memory plateaus after failing keys from a million addresses', async () => {
  const store = new LocalAttemptStore();

  await expectPlateau(MILLION, (number) => store.act('apiKey', 'attempt', `address ${number}`));
});

it('memory plateaus after a million clients whose requests are sampled for the log', async () => {
  const sampling = new RequestSampling();

  // A thousand new clients per second.
  await expectPlateau(MILLION, (number) => sampling.isLogged(`cli_${number}`, 200, number));
});

it('memory plateaus after 100,000 queries and headers, each with a different key or word', async () => {
  const queries = new ForecastQueries(OWN_CATALOGUE, ['gfs']);
  const nowMs = Date.now();

  await expectPlateau(MILLION / 10, (number) => {
    const lat = (number / 2000).toFixed(4);
    queries.parse({ lat, lon: '1', apikey: `wx_${number}` }, nowMs);
    acceptedCoding(`gzip, x-${number}`);
  });
});

it('a grid of 30 million points with the data of 12, which is a valid size, causes no large allocation', () => {
  const thirtyMillion = [0x01, 0xc9, 0xc3, 0x80];
  const rows = patched(fixture('tiny.grib2'), 3, 7, thirtyMillion);
  const oneRow = patched(patched(rows, 3, 31, [...thirtyMillion, 0, 0, 0, 1]), 3, 55, [0]);
  const [field] = readFields(patched(oneRow, 5, 6, thirtyMillion));
  const before = process.memoryUsage().arrayBuffers;

  expect(() => field.decode()).toThrow('section 7: its 12 octets cannot hold 30000000 values');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
});
