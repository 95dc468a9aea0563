import { itAsksForASession } from '../../support/session-refusals.js';
import { useTestApp } from '../../support/test-app.js';

itAsksForASession(useTestApp(), 'PATCH', '/v1/accounts/me');
