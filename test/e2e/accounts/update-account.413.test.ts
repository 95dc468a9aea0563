import { beforeAll } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itRefusesLargeBodies } from '../../support/body-refusals.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

itRefusesLargeBodies({
  caller: () => caller,
  method: 'PATCH',
  path: () => `/v1/accounts/${caller.accountId}`,
  body: { full_name: 'Ada' },
  accepted: 200,
});
