import { beforeAll } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itRefusesOtherMediaTypes } from '../../support/body-refusals.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let path: string;
beforeAll(async () => {
  caller = await signedInCaller(app());
  path = `/v1/clients/${await createClient(caller)}/api-keys`;
});

itRefusesOtherMediaTypes({ caller: () => caller, path: () => path, body: { name: 'Station' } });
