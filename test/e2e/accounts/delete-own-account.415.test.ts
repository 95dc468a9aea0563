import { beforeAll } from '@jest/globals';
import { PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itRefusesOtherMediaTypes } from '../../support/body-refusals.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

// Read, and refused since this is the last administrator.
itRefusesOtherMediaTypes({
  caller: () => caller,
  method: 'DELETE',
  path: () => '/v1/accounts/me',
  body: { password: PASSWORD },
  accepted: 409,
});
