import { itHidesForeignUsage } from '../../support/usage-refusals.js';
import { useTestApp } from '../../support/test-app.js';

itHidesForeignUsage(useTestApp(), '/v1/usage', ['client_id', 'api_key_id', 'account_id']);
