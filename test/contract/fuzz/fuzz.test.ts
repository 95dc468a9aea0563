/** @slow */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { faultsOf } from './answer-checks.js';
import { DOCUMENT, OPERATIONS } from './documented-operations.js';
import { type FuzzedRequest, requestsTo } from './fuzzed-requests.js';
import { inject, Tenants } from './tenants.js';

const REQUESTS = Number(process.env.FUZZED_REQUESTS ?? 10 * OPERATIONS.length);
/** The same seed makes the same requests. */
const SEED = Number(process.env.FUZZ_SEED ?? 1);
/** Tenants in use for longer would reach their limits of refused requests. */
const REQUESTS_OF_TENANTS = 400;
const LONGEST_MS = 30 * 60_000;
const ERROR_LEVEL = 50;

const app = useTestApp({ LOG_LEVEL: 'warn' });
const operations = new Map(OPERATIONS.map((operation) => [operation.operationId, operation]));
const { schemas } = DOCUMENT.components;

it(
  `answers ${REQUESTS} requests as the OpenAPI document says (FUZZ_SEED=${SEED})`,
  async () => {
    await publishRun(app());
    const succeeded = new Set<string>();
    let tenants = await Tenants.create(app());
    let requests = 0;
    const property = fc.asyncProperty(
      fc.oneof(...OPERATIONS.map((operation) => requestsTo(operation, schemas))),
      async (template) => {
        requests += 1;
        if (requests % REQUESTS_OF_TENANTS === 0) tenants = await Tenants.create(app());
        const request = JSON.parse(tenants.fill(JSON.stringify(template))) as FuzzedRequest;
        const headers = { ...request.headers, ...tenants.credentials(request.identity) };

        const answer = await inject(app(), { ...request, headers });

        const faults = faultsOf(operations.get(request.operationId)!, request, answer, tenants);
        if (faults.length > 0)
          throw new Error(`${faults.join('; ')}\n${answer.status} ${answer.text.slice(0, 2_000)}`);
        if (answer.status >= 300) return;
        succeeded.add(request.operationId);
        if (request.method !== 'get' && !(await tenants.areIntact())) tenants = await Tenants.create(app());
      },
    );

    await fc.assert(property, { numRuns: REQUESTS, seed: SEED });

    // If requests were always refused, the test would prove little. Some always are: those that need a mailed link, an
    // identity provider or a factor.
    expect(succeeded.size).toBeGreaterThan(0.4 * operations.size);
    const errors = app().logLines.filter(
      (line) => (JSON.parse(line) as { level: number }).level >= ERROR_LEVEL,
    );
    expect(errors).toEqual([]);
    expect((await inject(app(), { method: 'GET', url: '/health/ready' })).status).toBe(200);
    expect(await (await Tenants.create(app())).areIntact()).toBe(true);
  },
  LONGEST_MS,
);
