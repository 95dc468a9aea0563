import { expect, it } from '@jest/globals';
import { ApiCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const PATH = '/v1/weather/codes';

it.each(['units', 'apikey'])('refuses the parameter %s, as it takes none', async (parameter) => {
  const answer = await new ApiCaller(app().url).get(`${PATH}?${parameter}=x`);

  expectProblem(answer, 400, 'invalid_parameter', { instance: PATH, parameters: [parameter] });
  expect(answer.headers.get('cache-control')).toBe('no-store');
});
