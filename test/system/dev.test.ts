import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cloneProject } from './clone-project.js';
import { ServiceHome } from './service-process.js';

let clone: string;
let home: ServiceHome;
beforeEach(async () => {
  clone = cloneProject();
  home = await ServiceHome.create();
});
afterEach(async () => {
  await home.remove();
  rmSync(clone, { recursive: true, force: true });
});

/** Waits until the service, which is unreachable while it restarts, returns the text. */
async function served(path: string, text: string, accept = '*/*'): Promise<void> {
  for (;;) {
    const response = await fetch(home.url + path, { headers: { accept } }).catch(() => undefined);
    if ((await response?.text())?.includes(text)) return;
    await sleep(100);
  }
}

/** Returns the processes whose command line contains the clone or the data directory. */
function processesLeft(): string[] {
  const table = execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).split('\n');
  return table.filter((words) => words.includes(clone) || words.includes(home.dataDirectory));
}

/** Sets a breakpoint in a compiled file, and returns the name of the function in which a request pauses. */
async function pausesIn(debuggerUrl: string, file: string, url: string): Promise<string> {
  const socket = new WebSocket(debuggerUrl);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const send = (method: string, params = {}) => socket.send(JSON.stringify({ id: 1, method, params }));
  const paused = new Promise<string>((resolve) =>
    socket.addEventListener('message', ({ data }) => {
      const { method, params } = JSON.parse(String(data)) as DebuggerEvent;
      if (method === 'Debugger.paused') resolve(params.callFrames[0].functionName);
    }),
  );
  send('Debugger.enable');
  const compiled = readFileSync(join(clone, `dist.dev/core/features/scopes/${file}.js`), 'utf8').split('\n');
  const lineNumber = compiled.findIndex((line) => /^ {8}return /.test(line));
  send('Debugger.setBreakpointByUrl', { urlRegex: `${file}\\.js$`, lineNumber });
  const answered = fetch(url);
  const name = await paused;
  send('Debugger.resume');
  send('Debugger.disable');
  expect((await answered).status).toBe(200);
  socket.close();
  return name;
}

interface DebuggerEvent {
  method?: string;
  params: { callFrames: { functionName: string }[] };
}

test("npm run dev serves each change, and keeps running if one doesn't compile", async () => {
  const source = join(clone, 'src/core/features/scopes/scopes.controller.ts');
  const original = readFileSync(source, 'utf8');
  const dev = home.run(['npm', 'run', 'dev'], clone);
  await dev.line(/The service is ready/);
  const { 0: debuggerUrl } = /ws:\S+/.exec(await dev.line(/^Debugger listening on ws:/))!;
  await served('/login', '/@vite/client', 'text/html');
  // Only the Swagger plugin takes this from the comment.
  await served('/openapi.json', 'What the scope allows.');
  await served('/docs/quickstart', 'Quickstart');

  const typeOf = async (method: string, path: string) =>
    (await fetch(home.url + path, { method })).headers.get('content-type');
  expect(await typeOf('GET', '/v4/weather/realtime')).toContain('application/json');
  expect(await typeOf('GET', '/open-meteo/v1/forecast')).toContain('application/json');
  expect(await typeOf('POST', '/mcp')).toContain('json');
  // Where a feature might have a route.
  expect(await typeOf('GET', '/storms')).toContain('application/problem+json');

  expect(await pausesIn(debuggerUrl, 'scopes.controller', `${home.url}/v1/scopes`)).toMatch(/^list$/);

  appendFileSync(source, "\nconst port: number = 'none';\n");
  await dev.line(/scopes\.controller\.ts.*error.* TS2322/);
  expect((await fetch(`${home.url}/v1/scopes`)).status).toBe(200);

  writeFileSync(source, original.replace('Returns every scope', 'Returns each and every scope'));
  await served('/openapi.json', 'Returns each and every scope');

  expect(processesLeft()).not.toEqual([]);
  dev.signalGroup('SIGINT');
  await dev.ended;
  expect(processesLeft()).toEqual([]);
});
