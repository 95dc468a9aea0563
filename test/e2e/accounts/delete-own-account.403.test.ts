import { beforeAll } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itRefusesOtherSites } from '../../support/cross-site-refusals.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

// What passes changes nothing, so that it can be repeated.
itRefusesOtherSites(app, {
  method: 'DELETE',
  path: '/v1/accounts/me',
  headers: () => ({ cookie: caller.cookie }),
  body: '{}',
  passedStatus: 400,
});
