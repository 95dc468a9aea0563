import { itAsksForASession } from '../../support/session-refusals.js';
import { useTestApp } from '../../support/test-app.js';

itAsksForASession(useTestApp(), 'GET', '/v1/clients/default-limits');
