// npm run dev: Nest compiles the service and restarts it after each change, behind Vite's server, which serves the
// dashboard from its sources.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createVite } from 'vite';

process.chdir(`${import.meta.dirname}/../../..`);
const WEB = 'src/dashboard/web';
/** Paths of the service's own pages and redirects; a browser opens all others in the dashboard. */
const SERVICE_PAGES = /^\/(v\d+|docs(?=\/)|health|metrics|mcp|open-meteo|\.well-known)(\/|$)|\.\w+$/;
const VITE_PATHS = /^\/(@|__|node_modules\/)/;
const { PORT = '3000', HOST = '127.0.0.1', PUBLIC_URL = `http://localhost:${PORT}` } = process.env;

const servicePort = await freePort();
await servePage();
const service = startService();
service.on('exit', (status) => process.exit(status));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Repeats the signal: Nest restarts a service that it was about to restart, whatever it is told meanwhile. */
async function stop() {
  for (;;) {
    service.kill('SIGTERM');
    await sleep(10_000);
  }
}

function startService() {
  const words = ['start', '--watch', '--watchAssets', '--debug', '--no-shell', '--path', 'tsconfig.dev.json'];
  return spawn('nest', words, {
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(servicePort),
      PUBLIC_URL,
      NODE_COMPILE_CACHE: `${process.cwd()}/dist.dev/.cache`,
    },
  });
}

/** Runs Vite as middleware: its own server would end the process on SIGTERM before the service has stopped. */
async function servePage() {
  const server = createHttpServer();
  const target = `http://127.0.0.1:${servicePort}`;
  const vite = await createVite({
    configFile: `${WEB}/vite.config.mjs`,
    cacheDir: `${process.cwd()}/dist.dev/.vite`,
    clearScreen: false,
    server: {
      middlewareMode: true,
      hmr: { server },
      // The service handles CORS as in production, including preflight requests.
      cors: false,
      proxy: {
        '/': { target, changeOrigin: false, bypass: (request) => (isOfVite(request) ? request.url : null) },
      },
    },
  });
  server.on('request', vite.middlewares).listen(Number(PORT), HOST);
  await once(server, 'listening');
}

/** Whether Vite serves a request: the dashboard's pages and sources. All else is for the service and its features. */
function isOfVite({ method, headers, url }) {
  const [path] = url.split('?');
  if (VITE_PATHS.test(path)) return true;
  if (isFile(WEB + path) || isFile(`${WEB}/public${path}`)) return true;
  return method === 'GET' && headers.accept?.includes('text/html') && !SERVICE_PAGES.test(path);
}

/** Whether a file exists. Paths that are too long for the file system don't. */
function isFile(path) {
  try {
    return fs.statSync(path).isFile();
  } catch {
    return false;
  }
}
