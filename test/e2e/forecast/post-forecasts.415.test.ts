import { beforeAll } from '@jest/globals';
import { ApiCaller } from '../../support/api-caller.js';
import { itRefusesOtherMediaTypes } from '../../support/body-refusals.js';
import { BATCH_BODY, createKeyedClient, FORECASTS } from '../../support/forecast-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=1000' });
let key: string;
beforeAll(async () => {
  ({ key } = await createKeyedClient(app()));
});

itRefusesOtherMediaTypes({
  caller: () => new ApiCaller(app().url),
  path: () => FORECASTS,
  body: BATCH_BODY,
  headers: () => ({ apikey: key }),
  accepted: 200,
});
