import { ApiCaller, PASSWORD } from '../../support/api-caller.js';
import { itRefusesOtherMediaTypes } from '../../support/body-refusals.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

itRefusesOtherMediaTypes({
  caller: () => new ApiCaller(app().url),
  path: () => '/v1/accounts',
  body: { full_name: 'Ada', email: 'ada@example.com', password: PASSWORD },
});
