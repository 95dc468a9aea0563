import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { createKeyedClient, FORECAST, type KeyedClient } from '../../support/forecast-caller.js';
import { sendRaw } from '../../support/raw-request.js';
import { useTestApp } from '../../support/test-app.js';
import { publishVariedRun } from '../../support/varied-run.js';
import { codeBlocks, guideText } from '../../support/written-texts.js';

// Does what Grafana and Home Assistant do with the settings in the guides, since neither can be installed here.
const ADDRESS = 'https://weather.example';

const app = useTestApp();
let client: KeyedClient;
beforeAll(async () => {
  await publishVariedRun(app());
  client = await createKeyedClient(app(), {}, { scopes: ['forecast:read'] });
});

interface Forecast {
  data: { timelines: Record<string, { time: string; values: Record<string, number | string | null> }[]> };
  meta: { run: string };
}

const ask = (path: string, headers: Record<string, string>) =>
  sendRaw<Forecast>(app().url, { path, headers });

/** Resolves a path of members as both programs write it: `a.b[0]['c']`. */
function member(of: unknown, path: string): unknown {
  const names = [...path.matchAll(/[\w]+/g)].map(([name]) => name);
  return names.reduce((value, name) => (value as Record<string, unknown>)[name], of);
}

describe('the guide to Grafana', () => {
  interface Column {
    selector: string;
    type: string;
  }
  const {
    datasources: [datasource],
  } = parse(codeBlocks(guideText('grafana'), 'yaml grafana')[0]) as {
    datasources: {
      type: string;
      uid: string;
      jsonData: { auth_method: string; apiKeyKey: string; apiKeyType: string; allowedHosts: string[] };
    }[];
  };
  const panel = JSON.parse(codeBlocks(guideText('grafana'), 'json grafana')[0]) as {
    datasource: { type: string; uid: string };
    targets: [{ url: string; root_selector: string; columns: Column[] }];
  };
  const [target] = panel.targets;

  it('has a panel that uses its data source, which allows requests to the service', () => {
    const { type, uid, jsonData } = datasource;
    expect(panel.datasource).toEqual({ type, uid });
    expect(jsonData).toMatchObject({ auth_method: 'apiKey', apiKeyType: 'header' });
    expect(jsonData.allowedHosts.some((host) => target.url.startsWith(host))).toBe(true);
  });

  it('draws the values of the forecast', async () => {
    const path = target.url.replace(ADDRESS, '');
    const { status, body } = await ask(path, { [datasource.jsonData.apiKeyKey]: client.key });
    const rows = member(body, target.root_selector) as unknown[];
    const drawn = rows.map((row) => target.columns.map(({ selector }) => member(row, selector)));

    expect(status).toBe(200);
    const { body: expected } = await ask(`${FORECAST}?lat=52.2298&lon=21.0118`, { apikey: client.key });
    expect(drawn).toHaveLength(expected.data.timelines.hourly.length);
    expected.data.timelines.hourly.forEach(({ time, values }, i) => {
      expect(drawn[i]).toEqual([time, values.temperature, values.windSpeed]);
    });
    expect(target.columns.map(({ type }) => type)).toEqual(['timestamp', 'number', 'number']);
  });

  it('requests the time range of the dashboard', async () => {
    const [, parameters] = /`(&startTime=[^`]+)`/.exec(guideText('grafana'))!;
    // Grafana formats `:date:iso` with milliseconds.
    const from = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
    const to = new Date(from.getTime() + 6 * 3_600_000);
    const query = parameters
      .replace('${__from:date:iso}', from.toISOString())
      .replace('${__to:date:iso}', to.toISOString());
    const { body } = await ask(target.url.replace(ADDRESS, '') + query, { apikey: client.key });
    expect(body.data.timelines.hourly).toHaveLength(6);
  });
});

describe('the guide to Home Assistant', () => {
  const customTags = [{ tag: '!secret', resolve: (name: string) => `secret ${name}` }];
  const { rest } = parse(codeBlocks(guideText('home-assistant'), 'yaml home-assistant')[0], {
    customTags,
  }) as {
    rest: {
      resource: string;
      params: Record<string, string>;
      headers: Record<string, string>;
      sensor: { name: string; unique_id: string; value_template: string }[];
    }[];
  };
  const [{ resource, params, headers, sensor }] = rest;

  it('reads the key from the secrets', () => {
    expect(headers).toEqual({ apikey: 'secret weather_api_key' });
  });

  it('reads the values of the forecast', async () => {
    const query = new URLSearchParams(params).toString();
    const { status, body } = await ask(`${resource.replace(ADDRESS, '')}?${query}`, { apikey: client.key });
    const states = sensor.map(({ name, value_template }) => {
      const [, path] = /^\{\{ value_json\.([\w.[\]']+) \}\}$/.exec(value_template)!;
      // In templates, `values` is a method of dictionaries.
      expect(path).not.toMatch(/\.values/);
      return [name, member(body, path)];
    });

    expect(status).toBe(200);
    const { body: expected } = await ask(
      `${FORECAST}?lat=52.2298&lon=21.0118&timelines=hourly,daily&timezone=Europe/Warsaw`,
      { apikey: client.key },
    );
    const { hourly, daily } = expected.data.timelines;
    expect(states).toEqual([
      ['Forecast temperature', hourly[0].values.temperature],
      ['Forecast humidity', hourly[0].values.humidity],
      ['Forecast wind speed', hourly[0].values.windSpeed],
      ['Forecast maximum tomorrow', daily[1].values.temperatureMax],
      ['Forecast model run', expected.meta.run],
    ]);
    expect(states.every(([, state]) => state !== null && state !== undefined)).toBe(true);
  });
});
