import { it } from '@jest/globals';
import { ApiCaller, PASSWORD } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/sessions';
const valid = { email: 'ada@example.com', password: PASSWORD };

it.each([
  [['/email', '/password'], {}],
  [['/email', '/password'], { email: null, password: null }],
  [['/email', '/password'], { email: { $gt: '' }, password: ['x'] }],
  [['/email'], { ...valid, email: '' }],
  [['/email'], { ...valid, email: 'x'.repeat(255) }],
  [['/email'], { ...valid, email: '🌩'.repeat(255) }],
  [['/email'], { ...valid, email: 'ada\0@example.com' }],
  [['/password'], { ...valid, password: '' }],
  [['/password'], { ...valid, password: 'x'.repeat(257) }],
  [['/password'], { ...valid, password: 'nul\0' }],
])('refuses at %j: %j', async (pointers, body) => {
  const answer = await new ApiCaller(app().url).post(instance, body);

  expectProblem(answer, 400, 'invalid_parameter', { instance, pointers });
});
