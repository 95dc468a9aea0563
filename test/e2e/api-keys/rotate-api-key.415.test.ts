import { beforeAll } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itRefusesOtherMediaTypes } from '../../support/body-refusals.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let path: string;
beforeAll(async () => {
  caller = await signedInCaller(app());
  const clientId = await createClient(caller);
  const { id: keyId } = await createApiKey(caller, clientId);
  await caller.delete(`/v1/clients/${clientId}/api-keys/${keyId}`);
  path = `/v1/clients/${clientId}/api-keys/${keyId}/rotate`;
});

itRefusesOtherMediaTypes({
  caller: () => caller,
  path: () => path,
  method: 'POST',
  body: { overlap_seconds: 0 },
  accepted: 409,
});
