import { ApiCaller, PASSWORD } from '../../support/api-caller.js';
import { itRefusesOtherMediaTypes } from '../../support/body-refusals.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

// Read, and found to have no valid token.
itRefusesOtherMediaTypes({
  caller: () => new ApiCaller(app().url),
  path: () => '/v1/password-resets',
  body: { token: 'x', new_password: PASSWORD },
  accepted: 400,
});
