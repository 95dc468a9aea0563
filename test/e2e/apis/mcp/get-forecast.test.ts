import { beforeAll, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { createKeyedClient } from '../../../support/forecast-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';
import { callTool } from './mcp-caller.js';

const app = useTestApp();
let key: string;
let run: Date;
beforeAll(async () => {
  // 10 °C at each of 25 hours.
  run = await publishRun(app(), 1);
  ({ key } = await createKeyedClient(app()));
});

interface Structured {
  times: string[];
  values: Record<string, (number | string | null)[]>;
  sources: object[];
  warnings: string[];
}

async function forecast(args: Record<string, unknown>): Promise<Structured & { text: string }> {
  const { body } = await callTool(app(), key, 'get_forecast', { fields: ['temperature'], ...args });
  return { ...(body.result.structuredContent as unknown as Structured), text: body.result.content[0].text };
}
const runHours = (hours: number) => new Date(run.getTime() + hours * HOUR_MS).toISOString();

it('has null for hours beyond the end of the run', async () => {
  const { values, times, sources, warnings } = await forecast({
    lat: 1,
    lon: 2,
    startTime: runHours(20),
    hours: 10,
  });
  expect(values.temperature).toEqual([10, 10, 10, 10, 10, null, null, null, null, null]);
  expect(times).toHaveLength(10);
  expect(sources).toEqual([{ model: 'gfs', run: run.toISOString().replace('.000', '') }]);
  expect(warnings.length).toBeGreaterThan(0);
});

it('has null, not long-term averages, if no run covers the start', async () => {
  for (const timeline of ['hourly', 'daily']) {
    const args = { place: 'Warsaw', startTime: runHours(240), timeline, hours: 3, days: 3 };
    const { values, sources, warnings, text } = await forecast(args);
    for (const column of Object.values(values)) expect(column).toEqual([null, null, null]);
    expect(sources).toEqual([]);
    expect(warnings).toEqual(['No model run covers this place and time, so all values are missing.']);
    expect(text).toContain(' | -');
    expect(text).not.toContain('Source:');
  }
});

it('responds in imperial units and in the local time of the place', async () => {
  const { values, times, text } = await forecast({ place: 'Kathmandu', units: 'imperial', hours: 1 });
  expect(values.temperature).toEqual([50]);
  expect(times[0]).toMatch(/:45\+05:45$/);
  expect(text).toContain('temperature °F');
  expect(text).toContain('Attribution: synthetic; GeoNames');
});

it('labels local days by their dates', async () => {
  const { times, values } = await forecast({
    place: 'Tokyo',
    timeline: 'daily',
    days: 2,
    startTime: runHours(1),
  });
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(Date.parse(runHours(1)));
  expect(times).toHaveLength(2);
  expect(times[0]).toBe(today);
  expect(values.temperatureMax[0]).toBe(10);
});
