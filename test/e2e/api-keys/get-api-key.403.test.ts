import { itRefusesClientsWithoutScope } from '../../support/client-refusals.js';
import { useTestApp } from '../../support/test-app.js';

itRefusesClientsWithoutScope(useTestApp(), {
  method: 'GET',
  path: (clientId, keyId) => `/v1/clients/${clientId}/api-keys/${keyId}`,
});
