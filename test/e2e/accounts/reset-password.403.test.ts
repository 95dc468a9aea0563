import { itRefusesOtherSites } from '../../support/cross-site-refusals.js';
import { useTestApp } from '../../support/test-app.js';

itRefusesOtherSites(useTestApp(), {
  method: 'POST',
  path: '/v1/password-resets',
  body: '{}',
  passedStatus: 400,
});
