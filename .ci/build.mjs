// Compiles src/ into dist/ if something changed. dist has two parts, the service and the dashboard's page, and only the
// part whose sources changed is rebuilt. Everything is written to a folder that then replaces dist: a failed build
// keeps the old dist, no file of an earlier build survives, and nothing is half written.
// With an argument, `service` or `dashboard`, only that part is updated.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { copyAssets } from './assets.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const lockFile = join(root, 'dist.lock');
/** The dashboard's sources in src/, and its place in dist. */
const WEB_SOURCES = 'src/dashboard/web';
const WEB = 'web';
/** Each part has a stamp, a digest of its sources. It is stored in dist, so that both change in one rename. */
const PARTS = {
  service: {
    stamp: '.sources.sha256',
    sources: () => [
      'package.json',
      'package-lock.json',
      'nest-cli.json',
      'tsconfig.json',
      'tsconfig.build.json',
      '.ci/assets.mjs',
      '.ci/build.mjs',
      ...filesBelow('src').filter((path) => !path.startsWith(`${WEB_SOURCES}/`)),
    ],
    owns: (name) => name !== WEB,
    make: compile,
  },
  dashboard: {
    stamp: '.web-sources.sha256',
    sources: () => ['package-lock.json', '.ci/build.mjs', ...filesBelow(WEB_SOURCES)],
    owns: (name) => name === WEB,
    make: bundle,
  },
};
const stamps = Object.values(PARTS).map(({ stamp }) => stamp);
/** No build takes this long: an older lock is stale, even if another process has reused its process ID. */
const LOCK_EXPIRES_MS = 300_000;

/** Returns undefined if the file has vanished: editors and `git checkout` can replace files during a build. */
function unlessAbsent(read) {
  try {
    return read();
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function filesBelow(folder) {
  const entries = unlessAbsent(() => readdirSync(join(root, folder), { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

function digestOf({ sources }) {
  const hash = createHash('sha256');
  for (const path of sources().sort()) {
    const content = unlessAbsent(() => readFileSync(join(root, path)));
    if (content !== undefined) hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

const isUpToDate = (part) =>
  unlessAbsent(() => readFileSync(join(dist, part.stamp), 'utf8')) === digestOf(part);

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Each build has its own folder, so the lock only saves time, and that of a killed build can safely be removed. */
async function takeLock() {
  for (;;) {
    try {
      return writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = unlessAbsent(() => ({
      pid: Number(readFileSync(lockFile, 'utf8')),
      since: statSync(lockFile).mtimeMs,
    }));
    if (holder === undefined) continue;
    if (!isAlive(holder.pid) || Date.now() - holder.since > LOCK_EXPIRES_MS)
      rmSync(lockFile, { force: true });
    else await sleep(50);
  }
}

function sweep() {
  for (const name of readdirSync(root)) {
    if (/^dist\.(next|old)-/.test(name)) rmSync(join(root, name), { recursive: true, force: true });
  }
}

function locateNestCli() {
  try {
    return dirname(createRequire(import.meta.url).resolve('@nestjs/cli/package.json'));
  } catch (error) {
    throw new Error('The compiler is not installed: run `npm ci` with the development packages.', {
      cause: error,
    });
  }
}

/** Compiles into `folder`, a sibling of dist, so that the relative paths in source maps are valid in dist. */
async function compile(folder) {
  const configuration = join(folder, 'tsconfig.json');
  writeFileSync(
    configuration,
    JSON.stringify({ extends: '../tsconfig.build.json', compilerOptions: { outDir: '.' } }),
  );
  const nest = join(locateNestCli(), 'bin/nest.js');
  const words = [nest, 'build', '--path', join(basename(folder), 'tsconfig.json')];
  const compiler = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => compiler.once('close', resolve));
  const [errors, output, code] = await Promise.all([text(compiler.stderr), text(compiler.stdout), ended]);
  if (code !== 0) throw new Error(`${errors}${output}`.trim());
  rmSync(configuration);
  copyAssets(root, folder);
}

/** Builds the page with its scripts and styles, and compresses these in advance to make serving them cheap. */
async function bundle(folder) {
  // Always a production build, even in a test run.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  const outDir = join(folder, WEB);
  await build({
    configFile: join(root, WEB_SOURCES, 'vite.config.mjs'),
    logLevel: 'error',
    build: { outDir },
  });
  for (const name of readdirSync(join(outDir, 'assets'))) {
    const path = join(outDir, 'assets', name);
    const content = readFileSync(path);
    const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: size }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}

function replaceDist(folder) {
  const old = join(root, `dist.old-${process.pid}`);
  unlessAbsent(() => renameSync(dist, old));
  renameSync(folder, dist);
  rmSync(old, { recursive: true, force: true });
}

/** Rebuilds the `stale` parts; copies the others from the current dist if it has them. */
async function build(stale) {
  const started = Date.now();
  const names = Object.keys(PARTS).filter((name) => stale.includes(PARTS[name]));
  console.error(`Compiling the ${names.join(' and the ')}, which takes some seconds ...`);
  sweep();
  const folder = join(root, `dist.next-${process.pid}`);
  mkdirSync(folder);
  try {
    const others = Object.values(PARTS).filter((part) => !stale.includes(part));
    for (const part of others) takeOver(part, folder);
    const digests = stale.map(digestOf);
    await Promise.all(stale.map(({ make }) => make(folder)));
    stale.forEach(({ stamp }, i) => writeFileSync(join(folder, stamp), digests[i]));
    replaceDist(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.error(`Compiled in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

function takeOver({ owns, stamp }, folder) {
  const names = (unlessAbsent(() => readdirSync(dist)) ?? []).filter((name) =>
    stamps.includes(name) ? name === stamp : owns(name),
  );
  for (const name of names)
    cpSync(join(dist, name), join(folder, name), { recursive: true, preserveTimestamps: true });
}

async function buildIfChanged(parts) {
  if (!existsSync(join(root, 'src')) && existsSync(dist)) return;
  if (parts.every(isUpToDate)) return;
  await takeLock();
  try {
    const stale = parts.filter((part) => !isUpToDate(part));
    if (stale.length > 0) await build(stale);
  } finally {
    rmSync(lockFile, { force: true });
  }
}

try {
  const name = process.argv[2];
  await buildIfChanged(name === undefined ? Object.values(PARTS) : [PARTS[name]]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
