import { itRefusesClientsWithoutScope } from '../../support/client-refusals.js';
import { useTestApp } from '../../support/test-app.js';

itRefusesClientsWithoutScope(useTestApp(), { method: 'GET', path: () => '/v1/usage/requests' });
