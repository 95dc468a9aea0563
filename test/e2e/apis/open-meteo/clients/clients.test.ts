/** @slow */
import { type ChildProcessWithoutNullStreams, execFile, execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createApiKey } from '../../../../support/api-caller.js';
import { describeWithRegistry } from '../../../../support/describe-with-registry.js';
import { createKeyedClient } from '../../../../support/forecast-caller.js';
import { installPackages } from '../../../../support/install-packages.js';
import { useTestApp } from '../../../../support/test-app.js';
import { askOpenMeteo, type OpenMeteoBody, PLACE } from '../ask-open-meteo.js';
import { publishVariedRun } from '../../../../support/varied-run.js';

const HOUR_SECONDS = 3600;
const RUN_MAGICMIRROR = join(import.meta.dirname, 'run-magicmirror.cjs');

const app = useTestApp({ OPEN_METEO_PATH_KEYS: 'on', DEFAULT_RATE_LIMITS: 'day=1000', MODELS: 'gfs' });
let key: string;
let address: string;
let folder: string;
beforeAll(async () => {
  await publishVariedRun(app(), 26);
  const { owner, clientId } = await createKeyedClient(app());
  ({ key } = await createApiKey(owner, clientId, { scopes: ['forecast:read'] }));
  address = `${app().url}/open-meteo/key/${key}`;
});

const local = async (query: string) => (await askOpenMeteo(app(), key, `${PLACE}&${query}`)).body;

describeWithRegistry('programs that can be told an address but no key', () => {
  beforeAll(() => {
    // Only the provider of MagicMirror² runs, since all of its dependencies take 138 MB.
    folder = installPackages({ 'open-meteo-mcp-server': '2.1.0', undici: '7.24.6' });
    const pack = ['pack', 'magicmirror@2.35.0', '--silent', '--prefer-offline'];
    execFileSync('npm', pack, { cwd: folder, stdio: 'pipe' });
    execFileSync('tar', ['xzf', 'magicmirror-2.35.0.tgz'], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const magicMirror = async (options: object) => {
    const config = { apiBase: `${address}/v1`, lat: 52.2297, lon: 21.0122, ...options };
    const program = [RUN_MAGICMIRROR, join(folder, 'package'), JSON.stringify(config)];
    const { stdout } = await promisify(execFile)(process.execPath, program);
    const { data, error } = JSON.parse(stdout) as { data: Record<string, unknown>[]; error?: object };
    expect(error).toBeUndefined();
    return data;
  };

  it("MagicMirror²'s provider reads the current weather", async () => {
    const { current_weather, hourly, daily } = await local(
      'current_weather=true&hourly=relative_humidity_2m,rain&daily=temperature_2m_max,sunrise&timeformat=unixtime&timezone=auto&wind_speed_unit=ms&forecast_days=1&past_days=1',
    );
    const shown = await magicMirror({ type: 'current', pastDays: 1 });
    const hour = hourly.time.findIndex((time) => time === current_weather.time);
    expect(shown).toMatchObject({
      date: new Date(Number(current_weather.time) * 1000).toISOString(),
      windSpeed: current_weather.windspeed,
      windFromDirection: current_weather.winddirection,
      temperature: current_weather.temperature,
      humidity: hourly.relative_humidity_2m[Math.max(hour, 0)],
      rain: hourly.rain[Math.max(hour, 0)],
      sunrise: new Date(Number(daily.sunrise[0]) * 1000).toISOString(),
      maxTemperature: daily.temperature_2m_max[0],
    });
  });

  it("MagicMirror²'s provider reads days", async () => {
    const { daily } = await local(
      'daily=temperature_2m_max,temperature_2m_min,precipitation_sum,wind_speed_10m_max&timeformat=unixtime&timezone=auto&wind_speed_unit=ms&forecast_days=2',
    );
    const days = await magicMirror({ type: 'forecast', maxNumberOfDays: 1 });
    expect(days).toHaveLength(2);
    days.forEach((day, i) =>
      expect(day).toMatchObject({
        date: new Date(Number(daily.time[i]) * 1000).toISOString(),
        minTemperature: daily.temperature_2m_min[i],
        maxTemperature: daily.temperature_2m_max[i],
        precipitationAmount: daily.precipitation_sum[i],
        windSpeed: daily.wind_speed_10m_max[i],
      }),
    );
  });

  it("MagicMirror²'s provider reads hours", async () => {
    const hours = await magicMirror({ type: 'hourly', maxNumberOfDays: 1 });
    const { hourly } = await local('hourly=temperature_2m&timeformat=unixtime&forecast_hours=2');
    const next = hourly.time.findIndex((time) => Number(time) * 1000 > Date.now());
    const shown = hours.find(({ date }) => Date.parse(String(date)) === Number(hourly.time[next]) * 1000)!;
    expect(shown.temperature).toBe(hourly.temperature_2m[next]);
    expect(Date.parse(String(hours[1].date)) - Date.parse(String(hours[0].date))).toBe(HOUR_SECONDS * 1000);
  });

  it("open-meteo-mcp-server returns forecasts, and reports why it can't", async () => {
    const program = join(folder, 'node_modules/open-meteo-mcp-server/dist/index.js');
    const env = { ...process.env, NODE_ENV: 'production', OPEN_METEO_API_URL: address };
    const server = spawn(process.execPath, [program], { env });
    const client = new McpClient(server);
    try {
      const hello = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      };
      await client.request('initialize', hello);
      const query = { latitude: 52.2297, longitude: 21.0122, hourly: ['temperature_2m'], forecast_days: 2 };
      const forecast = (more: object) =>
        client.request('tools/call', { name: 'weather_forecast', arguments: { ...query, ...more } });
      const { content } = await forecast({});
      const { hourly } = JSON.parse(content[0].text) as OpenMeteoBody;
      expect(hourly).toEqual((await local('hourly=temperature_2m&forecast_days=2')).hourly);
      const refused = await forecast({
        start_date: '2020-01-01',
        end_date: '2020-01-02',
        forecast_days: undefined,
      });
      expect(refused.isError).toBe(true);
      expect(refused.content[0].text).toContain("Parameter 'start_date' is out of allowed range");
    } finally {
      server.kill();
    }
  });
});

interface ToolResult {
  content: { text: string }[];
  isError?: boolean;
}

/** Speaks MCP with a program over its standard input and output. */
class McpClient {
  private readonly lines: AsyncIterator<string>;
  private requests = 0;

  constructor(private readonly server: ChildProcessWithoutNullStreams) {
    this.lines = createInterface(server.stdout)[Symbol.asyncIterator]();
  }

  async request(method: string, params: object): Promise<ToolResult> {
    this.requests += 1;
    this.server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: this.requests, method, params })}\n`);
    const { value } = (await this.lines.next()) as { value: string };
    return (JSON.parse(value) as { result: ToolResult }).result;
  }
}
