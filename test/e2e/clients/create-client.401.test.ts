import { itAsksForASession } from '../../support/session-refusals.js';
import { useTestApp } from '../../support/test-app.js';

itAsksForASession(useTestApp(), 'POST', '/v1/clients');
