import { beforeAll } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itRefusesOtherMediaTypes } from '../../support/body-refusals.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

itRefusesOtherMediaTypes({
  caller: () => caller,
  method: 'PATCH',
  path: () => '/v1/accounts/me',
  body: { full_name: 'Ada' },
  accepted: 200,
});
