import { beforeAll, expect, it } from '@jest/globals';
import { PasswordHasherService } from '../../src/accounts/passwords/password-hasher.service.js';
import { loadConfiguration } from '../../src/core/config/load-configuration.js';
import { type Answer, ApiCaller, signedInCaller } from '../support/api-caller.js';
import { useTestApp } from '../support/test-app.js';

const ROUNDS = 15;

const { passwordCost } = loadConfiguration({});
const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1' }, { passwordCost });
const emails: string[] = [];
beforeAll(async () => {
  for (let count = 0; count < ROUNDS; count += 1) emails.push((await signedInCaller(app())).email);
});

/** Uses a separate address for each attempt, so that throttling plays no part. */
async function attempt(email: string, address: string): Promise<{ tookMs: number; answer: Answer }> {
  const caller = new ApiCaller(app().url);
  const startMs = performance.now();
  const body = { email, password: 'not the password' };
  const answer = await caller.post('/v1/sessions', body, { 'x-forwarded-for': address });
  return { tookMs: performance.now() - startMs, answer };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

it('of sign-in is the same within noise for known and unknown addresses, as are status, headers and body', async () => {
  const knownMs: number[] = [];
  const unknownMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = await attempt(emails[round], `192.0.2.${round}`);
    const unknown = await attempt(`nobody-${round}@example.com`, `198.51.100.${round}`);
    knownMs.push(known.tookMs);
    unknownMs.push(unknown.tookMs);
    expect([unknown.answer.status, unknown.answer.body]).toEqual([401, known.answer.body]);
    const names = ({ headers }: Answer) => [...headers.keys()];
    expect(names(unknown.answer)).toEqual(names(known.answer));
  }

  // Without the dummy hash, an unknown address would take a tenth of the time.
  const ratio = median(unknownMs) / median(knownMs);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

it('of the hash is as long for an address without an account as for a wrong password', async () => {
  const hasher = new PasswordHasherService(loadConfiguration({}));
  const hash = await hasher.hash('the password');
  const measure = async (candidate: string | undefined) => {
    const startMs = performance.now();
    for (let count = 0; count < 3; count += 1) await hasher.verify('wrong', candidate);
    return performance.now() - startMs;
  };
  await measure(hash);

  // Without the dummy hash it would take a thousandth of the time.
  expect(await measure(undefined)).toBeGreaterThan((await measure(hash)) / 5);
});
