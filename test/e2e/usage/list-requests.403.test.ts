import { itRefusesClientsWithoutUsageScope } from '../../support/usage-refusals.js';
import { useTestApp } from '../../support/test-app.js';

itRefusesClientsWithoutUsageScope(useTestApp(), '/v1/usage/requests');
