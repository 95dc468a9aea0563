import { itAsksForASession } from '../../support/session-refusals.js';
import { useTestApp } from '../../support/test-app.js';

itAsksForASession(useTestApp(), 'DELETE', '/v1/sessions/ses_01ARZ3NDEKTSV4RRFFQ69G5FAV');
