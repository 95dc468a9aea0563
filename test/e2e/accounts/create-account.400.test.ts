import { expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/accounts';
const valid = { full_name: 'Ada', email: 'ada@example.com', password: PASSWORD };
const register = (body: Record<string, unknown>) => new ApiCaller(app().url).post(instance, body);

it('names every member that is missing', async () => {
  const answer = await register({});

  expectProblem(answer, 400, 'invalid_parameter', {
    instance,
    pointers: ['/full_name', '/email', '/password'],
  });
});

it('takes a request without a body as one without members', async () => {
  const answer = await new ApiCaller(app().url).call('POST', instance);

  expectProblem(answer, 400, 'invalid_parameter', {
    instance,
    pointers: ['/full_name', '/email', '/password'],
  });
});

it('names every member that is faulty', async () => {
  const answer = await register({ full_name: 1, email: [], password: {}, organization: true });

  const pointers = ['/full_name', '/email', '/password', '/organization'];
  expectProblem(answer, 400, 'invalid_parameter', { instance, pointers });
});

it.each([
  ['/full_name', { full_name: '' }],
  ['/full_name', { full_name: '   ' }],
  ['/full_name', { full_name: null }],
  ['/full_name', { full_name: 'x'.repeat(101) }],
  ['/full_name', { full_name: '🌩'.repeat(101) }],
  ['/full_name', { full_name: 'a\0b' }],
  ['/full_name', { full_name: 'half a pair \ud83c' }],
  ['/organization', { organization: '' }],
  ['/organization', { organization: '🌩'.repeat(101) }],
  ['/email', { email: 'nobody' }],
  ['/email', { email: '@example.com' }],
  ['/email', { email: 'a@b' }],
  ['/email', { email: 'a b@example.com' }],
  ['/email', { email: 'a@example.com, b@example.com' }],
  ['/email', { email: 'a\0@example.com' }],
  ['/email', { email: 'a@example.com\nbcc:b@example.com' }],
  ['/email', { email: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}` }],
  ['/password', { password: '1234567' }],
  ['/password', { password: '🌩'.repeat(7) }],
  ['/password', { password: 'x'.repeat(257) }],
  ['/password', { password: '🌩'.repeat(257) }],
  ['/password', { password: 'nul\0 in the middle' }],
  ['/password', { password: 12_345_678 }],
  ['/password', { password: 'password' }],
  ['/password', { password: 'PassWord' }],
  ['/password', { password: 'iloveyou' }],
  ['/password', { password: '1234567890' }],
])('refuses at %s: %j', async (pointer, member) => {
  const answer = await register({ ...valid, ...member });

  expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: [pointer] });
});

it('repeats nothing of a password in the answer', async () => {
  const answers = await Promise.all([
    register({ ...valid, password: 'swordfish-\0-canary' }),
    new ApiCaller(app().url).call('POST', instance, { body: '{"password":"swordfish-canary"' }),
    register({ ...valid, password: ['swordfish-canary'] }),
  ]);

  for (const { status, body } of answers) {
    expect(status).toBe(400);
    expect(JSON.stringify(body)).not.toMatch(/swordfish|canary/);
  }
});

it('has made no account in all these tests', async () => {
  expect(await app().runSql('select count(*)::int as count from accounts')).toEqual([{ count: 0 }]);
});
