import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ApiCaller, createApiKey, createClient, PASSWORD } from '../support/api-caller.js';
import { FORECAST, POINT } from '../support/forecast-caller.js';
import { readUsage } from '../support/usage-caller.js';
import { ServiceHome, ServiceProcess } from './service-process.js';

const EMAIL = 'ada@example.com';
const REQUESTS = 7;

describe('npm run backup and npm run restore', () => {
  let temporary: string;
  let folder: string;
  let home: ServiceHome;
  let emptyHome: ServiceHome;
  beforeEach(async () => {
    temporary = mkdtempSync(join(tmpdir(), 'weather-backup-'));
    folder = join(temporary, 'backup');
    [home, emptyHome] = [await ServiceHome.create(), await ServiceHome.create()];
  });
  afterEach(async () => {
    await home.remove();
    await emptyHome.remove();
    rmSync(temporary, { recursive: true, force: true });
  });

  test.each([
    ['beside the service', () => Promise.resolve()],
    [
      'after kill -9 of the service, with what its journal holds',
      async ({ nodePid, postmasterPid, npm }: ServiceProcess) => {
        for (const pid of [nodePid, postmasterPid]) process.kill(pid, 'SIGKILL');
        await npm.ended;
      },
    ],
  ])(
    '%s: on an empty machine, the old key, session and password work, and usage is unchanged',
    async (_, beforeBackup) => {
      const service = await ServiceProcess.start(home);
      const caller = new ApiCaller(home.url);
      await caller.post('/v1/accounts', { full_name: 'Ada', email: EMAIL, password: PASSWORD });
      await caller.post('/v1/sessions', { email: EMAIL, password: PASSWORD });
      const clientId = await createClient(caller);
      const { key } = await createApiKey(caller, clientId);
      for (let i = 0; i < REQUESTS; i++)
        expect((await caller.get(`${FORECAST}?${POINT}`, { apikey: key })).status).toBe(200);

      await beforeBackup(service);
      const backup = await home.run(['npm', 'run', 'backup', '--', folder]).ended;
      expect(backup).toMatchObject({
        code: 0,
        output: expect.stringContaining('Keep it where nobody else can'),
      });

      const restore = await emptyHome.run(['npm', 'run', 'restore', '--', folder]).ended;
      expect(restore).toMatchObject({ code: 0, output: expect.stringMatching(/^Restored \d+ tables/m) });
      await ServiceProcess.start(emptyHome);
      const restored = Object.assign(new ApiCaller(emptyHome.url), { cookie: caller.cookie });
      const { totals } = await readUsage(restored, `client_id=${clientId}&interval=day`);
      expect(totals).toMatchObject({ requests: REQUESTS, units: REQUESTS, errors: 0 });
      expect((await restored.get(`${FORECAST}?${POINT}`, { apikey: key })).status).toBe(200);
      expect((await restored.get('/v1/accounts/me')).body).toMatchObject({ email: EMAIL, role: 'admin' });
      const signIn = { email: EMAIL, password: PASSWORD };
      expect((await new ApiCaller(emptyHome.url).post('/v1/sessions', signIn)).status).toBe(201);

      const again = await emptyHome.run(['npm', 'run', 'restore', '--', folder]).ended;
      expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is in use') });
    },
    300_000,
  );

  test('a command without a folder prints its usage, and writes nothing', async () => {
    for (const name of ['backup', 'restore']) {
      const { code, output } = await home.run(['npm', 'run', name]).ended;
      expect({ name, code, output }).toMatchObject({
        code: 1,
        output: expect.stringContaining('Usage: npm run'),
      });
    }
    expect(readdirSync(home.dataDirectory)).toEqual([]);
  });
});
