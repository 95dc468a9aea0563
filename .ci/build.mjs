// Compiles src/ into dist/, only when something changed. The compiler writes into a folder of its own that then takes
// dist's place: a failed build leaves the old dist, no file of an earlier build survives, and nothing is half written.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
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
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const lockFile = join(root, 'dist.lock');
const CONFIGURATION = [
  'package.json',
  'package-lock.json',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
  '.ci/build.mjs',
];
/** Holds the digest of what a dist was built from; part of dist, so that both change in one rename. */
const STAMP = '.sources.sha256';
/** A build never takes this long, so an older lock belongs to no living build even if its process number was reused. */
const LOCK_EXPIRES_MS = 300_000;

/** Undefined where the file has vanished: editors and `git checkout` replace files while we read. */
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

function digestOfSources() {
  const hash = createHash('sha256');
  for (const path of [...CONFIGURATION, ...filesBelow('src').sort()]) {
    const content = unlessAbsent(() => readFileSync(join(root, path)));
    if (content !== undefined) hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

const isUpToDate = () => unlessAbsent(() => readFileSync(join(dist, STAMP), 'utf8')) === digestOfSources();

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Two builds at once would only waste time, as each has its own folder; so a lock left by a killed build may be broken. */
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

/** Compiles into `folder`, a sibling of dist: from there the source maps' relative paths are those of dist. */
function compile(folder) {
  const configuration = join(folder, 'tsconfig.json');
  writeFileSync(
    configuration,
    JSON.stringify({ extends: '../tsconfig.build.json', compilerOptions: { outDir: '.' } }),
  );
  const nest = join(locateNestCli(), 'bin/nest.js');
  const compiler = spawnSync(
    process.execPath,
    [nest, 'build', '--path', join(basename(folder), 'tsconfig.json')],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  if (compiler.status !== 0) {
    throw new Error(`${compiler.stderr}${compiler.stdout}`.trim());
  }
  rmSync(configuration);
}

function replaceDist(folder) {
  const old = join(root, `dist.old-${process.pid}`);
  unlessAbsent(() => renameSync(dist, old));
  renameSync(folder, dist);
  rmSync(old, { recursive: true, force: true });
}

function build() {
  const started = Date.now();
  sweep();
  const digest = digestOfSources();
  const folder = join(root, `dist.next-${process.pid}`);
  mkdirSync(folder);
  try {
    compile(folder);
    writeFileSync(join(folder, STAMP), digest);
    replaceDist(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.error(`Compiled in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

async function buildIfChanged() {
  if (!existsSync(join(root, 'src')) && existsSync(dist)) return;
  if (isUpToDate()) return;
  await takeLock();
  try {
    if (!isUpToDate()) build();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

try {
  await buildIfChanged();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
