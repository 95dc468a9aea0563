import { it } from '@jest/globals';
import { signedInCaller } from '../../../support/api-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();

it.each(['/v1/clients/%', '/v1/clients/%zz', '/v1/clients/%C0%80', `/v1/clients/${'x'.repeat(500)}`])(
  "rejects %s, which isn't a valid path",
  async (path) => {
    const { cookie } = await signedInCaller(app());

    const answer = await sendRaw(app().url, { path, headers: { cookie } });

    expectProblem(answer, 400, 'invalid_parameter', { instance: path, parameters: ['path'] });
  },
);
