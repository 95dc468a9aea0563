import { itAsksForASession } from '../../support/session-refusals.js';
import { useTestApp } from '../../support/test-app.js';

itAsksForASession(
  useTestApp(),
  'PATCH',
  '/v1/clients/cli_01ARZ3NDEKTSV4RRFFQ69G5FAV/api-keys/key_01ARZ3NDEKTSV4RRFFQ69G5FAV',
);
