import { it } from '@jest/globals';
import { ApiCaller, createClient, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';
import { basic, logRequest } from '../../support/usage-caller.js';

const app = useTestApp();

it("answers a client 404 for a request of its account's other clients", async () => {
  const caller = await signedInCaller(app());
  const { loggedRequestId } = await logRequest(caller);
  const clientId = await createClient(caller);
  const { body } = await caller.post<{ client_secret: string }>(`/v1/clients/${clientId}/secret`);
  const instance = `/v1/usage/requests/${loggedRequestId}`;

  const answer = await new ApiCaller(app().url).get(instance, basic(clientId, body.client_secret));

  expectProblem(answer, 404, 'not_found', { instance });
});
