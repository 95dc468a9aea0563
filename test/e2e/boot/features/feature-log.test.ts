import { expect, it } from '@jest/globals';
import { signedInCaller } from '../../../support/api-caller.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp({ FEATURES: './test/extension/src/tides/tides.feature.ts', LOG_LEVEL: 'info' });
const lines = () => app().logLines.map((line) => JSON.parse(line) as Record<string, unknown>);

it("has what a feature's Logger tells, with the request's ID", async () => {
  const caller = await signedInCaller(app());
  await caller.call('POST', '/v1/tide-gauges', {
    body: { name: 'Cuxhaven' },
    headers: { 'x-request-id': 'of-this-test' },
  });

  expect(lines()).toContainEqual(
    expect.objectContaining({
      level: 30,
      context: 'TideGaugesController',
      reqId: 'of-this-test',
      msg: 'A tide gauge was added',
      data: { id: expect.stringMatching(/^tdg_/) as unknown, organization: 'A Member' },
    }),
  );
});

it("doesn't have what Nest tells about its start", () => {
  expect(lines().filter(({ context }) => context === 'RoutesResolver')).toEqual([]);
});
