import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createKeyedClient } from '../support/forecast-caller.js';
import { freePort } from '../support/free-port.js';
import { installPackages } from '../support/install-packages.js';
import { publishRun } from '../support/published-run.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const INSPECTOR = '@modelcontextprotocol/inspector';
const VERSION = '2.12.0';
const INSTALL_MS = 600_000;

let folder: string;
let app: TestApp;
let key: string;
beforeAll(async () => {
  folder = installPackages({ [INSPECTOR]: VERSION });
  const port = await freePort();
  app = await startTestApp({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` });
  await publishRun(app);
  ({ key } = await createKeyedClient(app));
}, INSTALL_MS);
afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the Inspector's CLI and returns what it prints. It keeps its data in the folder. */
async function inspect(...words: string[]): Promise<Record<string, unknown>> {
  const program = join(folder, 'node_modules', INSPECTOR, 'clients/launcher/build/index.js');
  const given = ['--cli', `${app.url}/mcp`, '--transport', 'http', '--format', 'json', ...words];
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...given], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
  });
  return (JSON.parse(stdout) as { result: Record<string, unknown> }).result;
}

const withKey = (method: string, ...words: string[]) =>
  inspect('--header', `apikey: ${key}`, '--method', method, ...words);
const call = (name: string, ...pairs: string[]) =>
  withKey('tools/call', '--tool-name', name, ...pairs.flatMap((pair) => ['--tool-arg', pair]));

test.each(['legacy', 'modern'])(
  'Inspector lists the tools with the %s protocol, and reports no problems',
  async (era) => {
    const { tools } = (await withKey('tools/list', '--strict', '--protocol-era', era)) as {
      tools: { name: string }[];
    };
    expect(tools.map(({ name }) => name)).toEqual([
      'get_current_weather',
      'get_forecast',
      'compare_models',
      'find_place',
    ]);
  },
);

test('Inspector finds a place, and gets its forecast', async () => {
  const found = await call('find_place', 'query=warszawa', 'limit=1');
  expect(found.structuredContent).toMatchObject({ places: [{ name: 'Warsaw', country: 'Poland' }] });
  const forecast = await call('get_forecast', 'place=Warsaw', 'hours=3', 'fields=["temperature"]');
  // The values of the published run.
  expect(forecast.structuredContent).toMatchObject({
    place: { name: 'Warsaw' },
    units: { temperature: '°C' },
    values: { temperature: [10, 10, 10] },
    sources: [{ model: 'gfs' }],
  });
});

test('Inspector without a key gets a 401 that links to the metadata', async () => {
  const refused = inspect('--stored-auth-only', '--method', 'tools/list');
  await expect(refused).rejects.toMatchObject({ stderr: expect.stringContaining('401') as unknown });
  const { headers } = await fetch(`${app.url}/mcp`, { method: 'POST' });
  const [, address] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
  expect(await (await fetch(address)).json()).toMatchObject({
    resource: `${app.url}/mcp`,
    authorization_servers: [app.url],
  });
});
