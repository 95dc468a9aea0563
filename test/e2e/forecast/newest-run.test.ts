import { beforeAll, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../src/core/time/index.js';
import {
  askForecast,
  createKeyedClient,
  type KeyedClient,
  POINT,
  POINT_BODY,
  postForecast,
  postForecasts,
} from '../../support/forecast-caller.js';
import { JobCaller } from '../../support/job-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { callTool } from '../apis/mcp/mcp-caller.js';
import { askOpenMeteo, PLACE } from '../apis/open-meteo/ask-open-meteo.js';
import { postTimelines } from '../apis/tomorrow-io/ask-tomorrow-io.js';

/** From an hour before the oldest run to six hours after the newest one begins. */
const HOURS = 19;

const app = useTestApp({ MODELS: 'gfs' });
let client: KeyedClient;
let span: { startTime: string; endTime: string };

beforeAll(async () => {
  client = await createKeyedClient(app());
  const oldest = await publishRun(app(), 14, { celsius: 3, stepsHours: [0, 24, 48] });
  await publishRun(app(), 8, { celsius: 6, stepsHours: [0, 24, 48] });
  await publishRun(app(), 2, { celsius: 9, stepsHours: [0, 24, 48] });
  const [startTime, endTime] = [-1, HOURS - 1].map((hours) =>
    new Date(oldest.getTime() + hours * HOUR_MS).toISOString(),
  );
  span = { startTime, endTime };
});

interface Body {
  data: { timelines: { hourly: { values: { temperature: number | null } }[] } };
}
const valuesOf = (body: unknown) =>
  (body as Body).data.timelines.hourly.map(({ values }) => values.temperature);

const WAYS: [way: string, ask: () => Promise<(number | null)[]>][] = [
  [
    'GET',
    async () => {
      const query = `${POINT}&fields=temperature&startTime=${span.startTime}&endTime=${span.endTime}`;
      return valuesOf((await askForecast(app(), { apikey: client.key }, query)).body);
    },
  ],
  [
    'POST with a model',
    async () => {
      const body = { ...POINT_BODY, ...span, fields: ['temperature'], source: 'gfs' };
      return valuesOf((await postForecast(app(), { apikey: client.key }, body)).body);
    },
  ],
  [
    'a batch',
    async () => {
      const body = { locations: [POINT_BODY], ...span, fields: ['temperature'] };
      const answer = await postForecasts<{ forecasts: Body[] }>(app(), { apikey: client.key }, body);
      return valuesOf(answer.body.forecasts[0]);
    },
  ],
  [
    'a job',
    async () => {
      const jobs = new JobCaller(app);
      const submitted = await jobs.submit(
        { locations: [POINT_BODY], ...span, fields: ['temperature'] },
        client,
      );
      const id = submitted.body.id;
      await jobs.ended(id);
      const { body } = await jobs.ask<{ forecasts: Body[] }>(`${id}/result`, client);
      return valuesOf(body.forecasts[0]);
    },
  ],
  [
    'Open-Meteo',
    async () => {
      const [start, end] = [span.startTime, new Date(Date.parse(span.endTime) - HOUR_MS).toISOString()];
      const query = `hourly=temperature_2m&start_hour=${start.slice(0, 16)}&end_hour=${end.slice(0, 16)}`;
      return (await askOpenMeteo(app(), client.key, `${PLACE}&${query}`)).body.hourly
        .temperature_2m as number[];
    },
  ],
  [
    'Tomorrow.io',
    async () => {
      const body = { location: '52.2297,21.0122', timesteps: ['1h'], fields: ['temperature'], ...span };
      const answer = await postTimelines(app(), client.key, body);
      return answer.body.data.timelines[0].intervals.map(({ values }) => values.temperature as number);
    },
  ],
  [
    'MCP',
    async () => {
      const place = { lat: 52.2297, lon: 21.0122, fields: ['temperature'] };
      const { body } = await callTool(app(), client.key, 'get_forecast', {
        ...{ ...place, startTime: span.startTime, hours: HOURS },
      });
      return (body.result.structuredContent as { values: { temperature: number[] } }).values.temperature;
    },
  ],
];

it.each(WAYS)('%s takes each hour from the newest run that has it', async (way, ask) => {
  const [first, ...hours] = (await ask()).slice(0, HOURS);
  expect(hours).toEqual([3, 6, 9].flatMap((celsius) => Array.from({ length: 6 }, () => celsius)));
  // Climatology is for forecasts of no particular model alone.
  if (['GET', 'a batch', 'a job'].includes(way)) expect(first).toEqual(expect.any(Number));
  else expect(first).toBeNull();
});
