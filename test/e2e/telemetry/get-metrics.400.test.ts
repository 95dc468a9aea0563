import { expect, it } from '@jest/globals';
import { ApiCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('takes no parameter', async () => {
  const { status, body } = await new ApiCaller(app().url).get('/metrics?format=json');

  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_parameter', errors: [{ parameter: 'format' }] });
});
