import { itAsksForASession } from '../../support/session-refusals.js';
import { useTestApp } from '../../support/test-app.js';

itAsksForASession(useTestApp(), 'GET', '/v1/accounts/acc_01ARZ3NDEKTSV4RRFFQ69G5FAV');
