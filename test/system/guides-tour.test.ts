import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '../../src/core/time/index.js';
import { gfs } from '../../src/weather/models/gfs/gfs.model.js';
import { latestRun } from '../../src/weather/models/run-times.js';
import { startWholeRunMirror } from '../support/gfs-steps.js';
import { type MirrorServer } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { codeBlocks, guideText, writtenText } from '../support/written-texts.js';
import { ServiceHome, ServiceProcess } from './service-process.js';

const BLOCK_END = '=== end of block ===';

const readme = writtenText('README.md');
const GUIDES_AFTER_README = ['authentication', 'pagination', 'organizations', 'forecasts', 'alerts'];
const TEXTS = [guideText('quickstart'), readme, ...GUIDES_AFTER_README.map(guideText)];
const blocks = TEXTS.flatMap((text) => codeBlocks(text, 'sh tour'));

describeWithSharedData('the tour of the guides', () => {
  let temporary: string;
  let mirror: MirrorServer;
  let home: ServiceHome;
  beforeEach(async () => {
    temporary = mkdtempSync(join(tmpdir(), 'weather-tour-'));
    mirror = await startMirror();
    home = await ServiceHome.create({
      GFS_BASE_URL: mirror.url,
      GFS_MAX_STEP: '12',
      INGEST_SCHEDULE: 'on',
      TMPDIR: temporary,
    });
  });
  afterEach(async () => {
    await home.remove();
    await mirror.close();
    rmSync(temporary, { recursive: true, force: true });
  });

  test('leads to a forecast, exactly as written', async () => {
    for (const text of [readme, guideText('quickstart')])
      expect(text).toContain('```sh\nnpm ci\nnpm start\n```');
    const service = await ServiceProcess.start(home);
    // Like readers who read before they paste: the first run is there by then.
    await service.npm.line(/Model run published/);
    const script = blocks.map((block) => `${block}echo; echo '${BLOCK_END}'\n`).join('');
    const { code, output } = await home.run(['bash', '-c', script]).ended;
    const [
      account,
      key,
      forecast,
      lines,
      runs,
      readmeForecast,
      byProgram,
      byToken,
      byPersonalToken,
      pages,
      organization,
      job,
      alert,
    ] = output.split(BLOCK_END).map((text) => text.trim());

    expect(code).toBe(0);
    expect(JSON.parse(runs)).toMatchObject({ runs: [{ model: 'gfs', steps: 5, missingSteps: [] }] });
    expect(account).toMatch(/"role":"admin".*\n?.*"session":\{"id":"ses_/);
    expect(key).toMatch(/^cli_\w+ wx_\w{38}$/);
    const { hourly } = (JSON.parse(forecast) as Forecast).data.timelines;
    expect(hourly.length).toBeGreaterThan(1);
    // The sample has 18, 17 and 14 °C: grib_get -l 52.2297,21.0122,4 -w shortName=2t gfs.t12z.pgrb2.0p25.f*
    // The hours after its last step are climatology.
    const temperatures = hourly.map(({ values }) => values.temperature);
    expect(temperatures[0]).toBeGreaterThan(12);
    expect(temperatures[0]).toBeLessThan(20);
    expect(lines.split('\n')).toEqual(hourly.map(({ time, values }) => `${time} ${values.temperature} °C`));
    const [{ values }] = (JSON.parse(readmeForecast) as Forecast).data.timelines.hourly;
    expect(values.temperature).toBe(temperatures[0]);
    expect(JSON.parse(byProgram)).toMatchObject({ name: 'Made by a program' });
    expect(JSON.parse(byToken)).toMatchObject({ interval: 'day', totals: { requests: 0 } });
    expect(JSON.parse(byPersonalToken)).toMatchObject({
      data: [{ name: 'My program' }, { name: 'My client' }],
    });
    expect(pages).toBe('My key');
    expect(JSON.parse(organization)).toMatchObject({ name: 'Example Weather Ltd', role: 'owner' });
    expect(JSON.parse(job)).toMatchObject({ id: expect.stringMatching(/^job_/), points: 2 });
    expect(JSON.parse(alert)).toMatchObject({ place: { name: 'Boston' }, state: 'pending' });
    await service.stop();
  });
});

interface Forecast {
  data: { timelines: { hourly: { time: string; values: { temperature: number } }[] } };
}

/** Serves the sample run as the newest one, even if the next one becomes due during the test. */
function startMirror(): Promise<MirrorServer> {
  const now = Date.now();
  const runs = [now, now + HOUR_MS].map((time) => latestRun(gfs, new Date(time)));
  return startWholeRunMirror(join(sharedData ?? '', 'gfs'), runs);
}
