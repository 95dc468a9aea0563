import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { createApiKey, signedInCaller } from '../../../support/api-caller.js';
import { freePort } from '../../../support/free-port.js';
import { publishRun } from '../../../support/published-run.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { codeBlocks, guideText } from '../../../support/written-texts.js';
import { type ClientCredentials, createStation } from '../../clients/oauth/token-caller.js';
import { MCP } from './mcp-caller.js';

let app: TestApp;
let station: ClientCredentials;
let key: string;
let client: Client | undefined;

beforeAll(async () => {
  const port = await freePort();
  app = await startTestApp({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    MODELS: 'gfs,ifs',
  });
  await publishRun(app, 1, { celsius: 10 });
  await publishRun(app, 1, { model: 'ifs', resolution: '0p25', celsius: 12.5 });
  const owner = await signedInCaller(app);
  station = await createStation(owner);
  ({ key } = await createApiKey(owner, station.client_id));
});
afterEach(() => client?.close());
afterAll(() => app.close());

async function connect(
  mode: VersionNegotiationMode,
  options: StreamableHTTPClientTransportOptions,
): Promise<Client> {
  client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${app.url}${MCP}`), options));
  return client;
}
const withKey = () => ({ requestInit: { headers: { apikey: key } } });

describe.each<[string, VersionNegotiationMode]>([
  ['with a handshake', 'legacy'],
  ['stateless', { pin: '2026-07-28' }],
  ['as it finds it', 'auto'],
])('the official client, %s', (_, mode) => {
  it('calls the tools available to a key, whose results match their schemas', async () => {
    const { tools } = await (await connect(mode, withKey())).listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'get_current_weather',
      'get_forecast',
      'compare_models',
      'find_place',
    ]);
    for (const { inputSchema, outputSchema } of tools)
      expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object']);

    // The client rejects results that don't match the schema of the tool.
    const found = await client!.callTool({ name: 'find_place', arguments: { query: 'warszawa' } });
    const { places } = found.structuredContent as { places: { id: string; name: string }[] };
    expect(places[0].name).toBe('Warsaw');

    const forecast = await client!.callTool({
      name: 'get_forecast',
      arguments: { place: places[0].id, fields: ['temperature', 'weather'], hours: 3, model: 'gfs' },
    });
    expect(forecast.structuredContent).toMatchObject({
      place: { name: 'Warsaw' },
      timezone: 'Europe/Warsaw',
      units: { temperature: '°C', weatherCode: '' },
      values: { temperature: [10, 10, 10] },
      sources: [{ model: 'gfs' }],
    });
    expect(forecast.content).toEqual([{ type: 'text', text: expect.stringContaining('| 10 |') as unknown }]);

    const compared = await client!.callTool({
      name: 'compare_models',
      arguments: { lat: 1, lon: 2, fields: ['temperature'], timeline: 'daily', days: 1 },
    });
    expect(compared.structuredContent).toMatchObject({
      values: { temperatureMax: { gfs: [10], ifs: [12.5], spread: [2.5] } },
    });
  });
});

it('discovers the token endpoint, and gets a token with more scopes when a tool requires it', async () => {
  const authProvider = new ClientCredentialsProvider({
    clientId: station.client_id,
    clientSecret: station.client_secret,
    expectedIssuer: app.url,
  });
  await connect('auto', { authProvider });
  const { tools } = await client!.listTools();
  expect(tools.map(({ name }) => name)).toContain('get_usage');
  const usage = await client!.callTool({ name: 'get_usage' });
  expect(usage.structuredContent).toMatchObject({
    client_id: station.client_id,
    windows: expect.arrayContaining([expect.objectContaining({ window: 'day', limit: 50_000 })]) as unknown,
  });
});

it('gets a sentence with advice about a wrong argument', async () => {
  await connect('auto', withKey());
  const answer = await client!.callTool({
    name: 'get_forecast',
    arguments: { place: 'Warsaw', fields: ['temprature'] },
  });
  expect(answer.isError).toBe(true);
  expect(answer.content).toEqual([
    {
      type: 'text',
      text: '"fields" has the unknown name "temprature". The nearest known names: temperature.',
    },
  ]);
});

interface HttpServer {
  url: string;
  headers: Record<string, string>;
}

it('connects with each configuration of the guide', async () => {
  const blocks = codeBlocks(guideText('assistants'), 'json').map(
    (block) => JSON.parse(block) as Record<string, Record<string, Partial<HttpServer> & { args?: string[] }>>,
  );
  const servers = blocks.map(({ mcpServers, servers = mcpServers }) => servers.weather);
  const overHttp = servers.filter((server): server is HttpServer => server.url !== undefined);
  expect(overHttp).toHaveLength(2);
  for (const { url, headers } of overHttp) {
    const { pathname } = new URL(url);
    const given = Object.fromEntries(Object.keys(headers).map((name) => [name, key]));
    client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(pathname, app.url), {
      requestInit: { headers: given },
    });
    await client.connect(transport);
    expect((await client.listTools()).tools).toHaveLength(4);
    await client.close();
  }
  // The programs in the other configurations take the same address and header.
  const [{ args }] = servers.filter((server) => server.args);
  const addresses = guideText('assistants').match(/http:\/\/localhost:3000\/mcp\b/g);
  expect(args?.slice(2)).toEqual([overHttp[0].url, '--header', expect.stringMatching(/^apikey:/)]);
  expect(addresses).toHaveLength(5);
});
