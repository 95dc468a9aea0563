import { beforeAll } from '@jest/globals';
import { ApiCaller, PASSWORD } from '../../support/api-caller.js';
import { itRefusesLargeBodies } from '../../support/body-refusals.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const body = { email: 'ada@example.com', password: PASSWORD };
beforeAll(() => new ApiCaller(app().url).post('/v1/accounts', { ...body, full_name: 'Ada' }));

itRefusesLargeBodies({ caller: () => new ApiCaller(app().url), path: () => '/v1/sessions', body });
