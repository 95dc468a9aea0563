import { beforeAll } from '@jest/globals';
import { PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itRefusesLargeBodies } from '../../support/body-refusals.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

itRefusesLargeBodies({
  caller: () => caller,
  method: 'PUT',
  path: () => '/v1/accounts/me/password',
  body: { current_password: PASSWORD, new_password: PASSWORD },
  accepted: 204,
});
