// npm run dev: compiles the service from src/ and restarts it after each change, behind Vite's server, which serves the
// dashboard's page from its sources. If sources don't compile, the errors are reported and the service keeps running.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { createServer as createVite } from 'vite';
import { copyAssets } from './assets.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Next to dist, so that paths relative to a compiled file are the same. */
const folder = join(root, 'dist.dev');
const { PORT = '3000', HOST = '127.0.0.1', PUBLIC_URL = `http://localhost:${PORT}` } = process.env;
const web = join(root, 'src/dashboard/web');
/** Paths of the service's own pages and redirects; a browser opens all others in the dashboard. */
const SERVICE_PAGES = /^\/(v\d+|docs|health|metrics|mcp|open-meteo|\.well-known)(\/|$)|\.\w+$/;
const VITE_PATHS = /^\/(@|__|node_modules\/)/;

const servicePort = await freePort();
let service;
let isStopping = false;
let restarts = Promise.resolve();
await servePage();
watchSources(() => (restarts = restarts.then(restart)));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Whether Vite serves a request: the dashboard's pages and sources. All else is for the service and its features. */
function isOfVite({ method, headers, url }) {
  const [path] = url.split('?');
  if (VITE_PATHS.test(path)) return true;
  if (isFile(join(web, path))) return true;
  return method === 'GET' && headers.accept?.includes('text/html') && !SERVICE_PAGES.test(path);
}

/** Whether a file exists. Paths that are too long for the file system don't. */
function isFile(path) {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Runs Vite as middleware: its own server would end the process on SIGTERM before the service has stopped. */
async function servePage() {
  const server = createHttpServer();
  const target = `http://127.0.0.1:${servicePort}`;
  const vite = await createVite({
    configFile: join(web, 'vite.config.mjs'),
    cacheDir: join(folder, '.vite'),
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

/** Compiles like `npm run build`, with the Swagger plugin. Writes nothing while there are errors. */
function watchSources(onSuccess) {
  const plugin = createRequire(import.meta.url)('@nestjs/swagger/plugin');
  const { plugins } = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8')).compilerOptions;
  const host = ts.createWatchCompilerHost(
    join(root, 'tsconfig.build.json'),
    { outDir: folder, noEmitOnError: true, declaration: false },
    ts.sys,
    ts.createEmitAndSemanticDiagnosticsBuilderProgram,
    undefined,
    ({ messageText }, _newLine, _options, errors) => {
      console.log(messageText);
      if (errors === 0) onSuccess();
    },
  );
  const createProgram = host.createProgram;
  host.createProgram = (...words) => {
    const program = createProgram(...words);
    const { emit } = program;
    program.emit = (file, write, cancellation, onlyTypes) =>
      emit(file, write, cancellation, onlyTypes, {
        before: [plugin.before(plugins[0].options, program.getProgram())],
      });
    return program;
  };
  return ts.createWatchProgram(host);
}

async function restart() {
  await end();
  if (isStopping) return;
  copyAssets(root, folder);
  service = spawn(
    process.execPath,
    ['--inspect', '--enable-source-maps', join(folder, 'main.js'), 'start', ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(servicePort),
        PUBLIC_URL,
        NODE_COMPILE_CACHE: join(folder, '.cache'),
      },
    },
  );
}

/** The service stops its own database. After Ctrl-C it is already stopping, and takes SIGTERM for the same request. */
async function end() {
  if (service === undefined || service.exitCode !== null || service.signalCode !== null) return;
  service.kill('SIGTERM');
  await once(service, 'exit');
}

async function stop() {
  isStopping = true;
  await end();
  process.exit();
}
