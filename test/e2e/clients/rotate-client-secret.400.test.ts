import { beforeAll, it } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let path: string;
beforeAll(async () => {
  caller = await signedInCaller(app());
  path = `/v1/clients/${await createClient(caller)}/secret`;
});

it.each([-1, 604_801, 0.5, '60', true])('refuses an overlap of %j', async (overlap_seconds) => {
  const answer = await caller.post(path, { overlap_seconds });

  expectProblem(answer, 400, 'invalid_parameter', { instance: path, pointers: ['/overlap_seconds'] });
});
