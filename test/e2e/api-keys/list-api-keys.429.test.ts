import { itSlowsDownGuessesOfSecrets } from '../../support/client-refusals.js';
import { useTestApp } from '../../support/test-app.js';

itSlowsDownGuessesOfSecrets(useTestApp({ TRUSTED_PROXIES: '127.0.0.1' }), {
  method: 'GET',
  path: (clientId) => `/v1/clients/${clientId}/api-keys`,
});
