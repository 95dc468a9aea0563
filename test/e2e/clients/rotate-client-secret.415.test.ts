import { beforeAll } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itRefusesOtherMediaTypes } from '../../support/body-refusals.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let path: string;
beforeAll(async () => {
  caller = await signedInCaller(app());
  const clientId = await createClient(caller);
  path = `/v1/clients/${clientId}/secret`;
});

itRefusesOtherMediaTypes({
  caller: () => caller,
  path: () => path,
  method: 'POST',
  body: { overlap_seconds: 0 },
  accepted: 201,
});
