import { itHidesForeignUsage } from '../../support/usage-refusals.js';
import { useTestApp } from '../../support/test-app.js';

itHidesForeignUsage(useTestApp(), '/v1/usage/quota', ['client_id']);
