import { beforeAll } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itRefusesLargeBodies } from '../../support/body-refusals.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let path: string;
beforeAll(async () => {
  caller = await signedInCaller(app());
  const clientId = await createClient(caller);
  const { id: keyId } = await createApiKey(caller, clientId);
  path = `/v1/clients/${clientId}/api-keys/${keyId}`;
});

itRefusesLargeBodies({
  caller: () => caller,
  path: () => path,
  method: 'PATCH',
  body: { name: 'Station' },
  accepted: 200,
});
