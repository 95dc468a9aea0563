import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, it, jest } from '@jest/globals';
import { ApiCaller, type SignedInCaller, signedInCaller } from '../../../support/api-caller.js';
import { IngestService } from '../../../../src/ingest/index.js';
import { IngestStatusesService } from '../../../../src/ingest/status/ingest-statuses.service.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();
/** Shares its runs, so the ingest may run in another process. */
const shared = useTestApp({ RUN_STORE_URL: pathToFileURL(mkdtempSync(join(tmpdir(), 'runs-'))).href });
let admin: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
});

const check = (caller: ApiCaller = admin) => caller.post<{ code: string }>('/v1/status/check');

it('409: without an ingest nobody would look', async () => {
  expect(await check()).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

it('401 and 403: only administrators can', async () => {
  expect((await check(new ApiCaller(app().url))).status).toBe(401);
  expect((await check(await signedInCaller(app()))).status).toBe(403);
});

it('202: the ingest looks at once, and the audit trail says who asked; 429: but not at any pace', async () => {
  app().app.get(IngestStatusesService).of('gfs').wait(new Date());
  const hurried = jest.spyOn(app().app.get(IngestService), 'checkHere').mockReturnValue();
  expect((await check()).status).toBe(202);
  expect(hurried).toHaveBeenCalledTimes(1);
  const { body } = await admin.get<{ data: { actor: { account_id: string } }[] }>(
    '/v1/audit?action=runs.checked',
  );
  expect(body.data.map(({ actor }) => actor.account_id)).toEqual([admin.accountId]);
  const statuses = [await check(), await check(), await check()].map(({ status }) => status);
  expect(statuses).toContain(429);
  expect(hurried.mock.calls.length).toBeLessThan(4);
});

it('202: with shared runs, whichever process ingests them is told through the database', async () => {
  const caller = await signedInCaller(shared());
  shared().app.get(IngestStatusesService).of('gfs').wait(new Date());
  const ingest = shared().app.get(IngestService);
  const told = new Promise<void>((resolve) => {
    jest.spyOn(ingest, 'checkHere').mockImplementation(resolve);
  });
  expect((await check(caller)).status).toBe(202);
  await told;
});
