import { afterEach, expect, it, jest } from '@jest/globals';
import { type Answer, ApiCaller, PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
const instance = '/v1/sessions';

const signIn = (email: string, password: string, address = '192.0.2.1') =>
  new ApiCaller(app().url).post(instance, { email, password }, { 'x-forwarded-for': address });
const guessAtOnce = (times: number, guess: (number: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, (_, number) => guess(number)));
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort();

/** Stops the clock of the throttle, so many milliseconds after the time at which the test file began. */
const startMs = Date.now();
const setClock = (afterMs: number) => jest.spyOn(Date, 'now').mockReturnValue(startMs + afterMs);
afterEach(() => {
  jest.restoreAllMocks();
});

it('lets five guesses at an account pass, also when they come at once and from many addresses', async () => {
  const { email } = await signedInCaller(app());
  setClock(0);
  const spellings = [email, email.toUpperCase(), ` ${email}`];

  const answers = await guessAtOnce(12, (number) =>
    signIn(spellings[number % 3], `guess ${number}`, `192.0.2.${number}`),
  );

  expect(statusesOf(answers)).toEqual([...Array<number>(5).fill(401), ...Array<number>(7).fill(429)]);
});

it('makes the right password wait as well, and takes it once the time is over', async () => {
  const { email } = await signedInCaller(app());
  setClock(0);
  await guessAtOnce(5, (number) => signIn(email, `guess ${number}`, '192.0.2.20'));
  setClock(1000);
  expect((await signIn(email, 'guess 6', '192.0.2.20')).status).toBe(401);

  const refused = await signIn(email, PASSWORD, '192.0.2.21');
  expectProblem(refused, 429, 'too_many_attempts', { instance });
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(refused.headers.getSetCookie()).toEqual([]);

  setClock(2999);
  expect((await signIn(email, PASSWORD, '192.0.2.21')).headers.get('retry-after')).toBe('1');
  setClock(3000);
  expect((await signIn(email, PASSWORD, '192.0.2.21')).status).toBe(201);
  // Signing in has cleared what was noted against the account.
  const again = await guessAtOnce(5, (number) => signIn(email, `guess ${number}`, '192.0.2.22'));
  expect(statusesOf(again)).toEqual([401, 401, 401, 401, 401]);
});

it('treats an address without an account alike', async () => {
  setClock(0);
  const answers = await guessAtOnce(7, (number) =>
    signIn('nobody@example.com', `guess ${number}`, '192.0.2.30'),
  );

  expect(statusesOf(answers)).toEqual([401, 401, 401, 401, 401, 429, 429]);
});

it('lets twenty guesses from one network address pass, whichever accounts they are for', async () => {
  setClock(0);
  const answers = await guessAtOnce(25, (number) =>
    signIn(`nobody-${number}@example.com`, 'guess', '198.51.100.7'),
  );

  expect(statusesOf(answers)).toEqual([...Array<number>(20).fill(401), ...Array<number>(5).fill(429)]);
  expect((await signIn('somebody@example.com', 'guess', '198.51.100.8')).status).toBe(401);
});

it('does not count who signs in', async () => {
  const { email } = await signedInCaller(app());

  for (let count = 0; count < 25; count += 1)
    expect((await signIn(email, PASSWORD, '198.51.100.9')).status).toBe(201);
});

it('lets an owner in from where they have signed in before, however many guess from elsewhere', async () => {
  const { email } = await signedInCaller(app());
  expect((await signIn(email, PASSWORD, '2001:db8:0:7::1')).status).toBe(201);

  setClock(0);
  const guesses = await guessAtOnce(12, (number) =>
    signIn(email, `guess ${number}`, `192.0.2.${100 + number}`),
  );
  expect(guesses.map(({ status }) => status)).toContain(429);

  expect((await signIn(email, PASSWORD, '2001:db8:0:7::2')).status).toBe(201);
});
