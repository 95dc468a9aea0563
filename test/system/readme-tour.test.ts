import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { latestRun } from '../../src/ingest/run-time.js';
import { gfs } from '../../src/models/gfs/gfs.model.js';
import { MirrorServer } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { PROJECT } from './project-command.js';
import { ServiceHome, ServiceProcess } from './service-process.js';

const BLOCK_END = '=== end of block ===';
const SAMPLE = { run: new Date('2020-08-04T12:00:00Z'), resolution: '0p25' };
const HOUR_MS = 3_600_000;

const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```sh tour\n(.*?)^```$/gms)].map(([, block]) => block);

describeWithSharedData('the tour of the README', () => {
  let temporary: string;
  let mirror: MirrorServer;
  let home: ServiceHome;
  beforeEach(async () => {
    temporary = mkdtempSync(join(tmpdir(), 'weather-tour-'));
    mirror = await startMirror();
    home = await ServiceHome.create({ GFS_BASE_URL: mirror.url, TMPDIR: temporary });
  });
  afterEach(async () => {
    await home.remove();
    await mirror.close();
    rmSync(temporary, { recursive: true, force: true });
  });

  test('leads to a forecast, as it is written', async () => {
    expect(readme).toContain('```sh\nnpm ci\nnpm start\n```');
    const service = await ServiceProcess.start(home);
    const script = blocks.map((block) => `${block}echo; echo '${BLOCK_END}'\n`).join('');
    const { code, output } = await home.run(['bash', '-c', script]).ended;
    const [ingest, account, key, forecast, lines] = output.split(BLOCK_END).map((text) => text.trim());

    expect({ code, ingest }).toMatchObject({
      code: 0,
      ingest: expect.stringMatching(/^gfs 1p00 run \S+ is published: 3 steps/m),
    });
    expect(account).toMatch(/"role":"admin".*\n?.*"session":\{"id":"ses_/);
    expect(key).toMatch(/^cli_\w+ wx_\w{38}$/);
    const { hourly } = (JSON.parse(forecast) as Forecast).data.timelines;
    expect(hourly.length).toBeGreaterThan(1);
    // The sample has 18, 17 and 14 °C: grib_get -l 52.2297,21.0122,4 -w shortName=2t gfs.t12z.pgrb2.0p25.f*
    const temperatures = hourly.map(({ values }) => values.temperature);
    expect(Math.min(...temperatures)).toBeGreaterThan(12);
    expect(Math.max(...temperatures)).toBeLessThan(20);
    expect(lines.split('\n')).toEqual(hourly.map(({ time, values }) => `${time} ${values.temperature} °C`));
    await service.stop();
  }, 300_000);
});

interface Forecast {
  data: { timelines: { hourly: { time: string; values: { temperature: number } }[] } };
}

/** The sample run as the one that `--run latest` names, also when the next one becomes due in the course of the test. */
function startMirror(): Promise<MirrorServer> {
  const now = Date.now();
  const runs = [now, now + HOUR_MS].map((time) => latestRun(gfs, new Date(time)));
  const to = runs.map((run) => ({ run, resolution: '1p00' }));
  return MirrorServer.start({ root: join(sharedData ?? '', 'gfs'), redate: { from: SAMPLE, to } });
}
