// Adds what `npm install` drops from package-lock.json: optional packages for other platforms that the registry in use
// doesn't have. Without an entry for each of them, `npm ci` fails everywhere with "Missing: … from lock file".
// Removes what makes npm warn: the versions of Node.js that packages need. npm compares them with the one that npm itself
// runs on, but the packages run on the one in devDependencies. Our own range stays; a test checks that it is within theirs.
// Usage: node .ci/complete-lock-file.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';

const lockFile = new URL('../package-lock.json', import.meta.url);

const OPERATING_SYSTEMS = {
  ...same(
    'aix',
    'android',
    'darwin',
    'freebsd',
    'linux',
    'netbsd',
    'openbsd',
    'openharmony',
    'sunos',
    'win32',
  ),
  windows: 'win32',
};
const PROCESSORS = {
  ...same('arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'),
  aarch64: 'arm64',
  ppc64le: 'ppc64',
};
const C_LIBRARIES = {
  ...same('glibc', 'musl'),
  gnu: 'glibc',
  gnueabi: 'glibc',
  gnueabihf: 'glibc',
  musleabi: 'musl',
  musleabihf: 'musl',
};

function same(...names) {
  return Object.fromEntries(names.map((name) => [name, name]));
}

/** Derives the platform from a package name: `@swc/core-linux-arm-gnueabihf` is for linux, arm and glibc. */
function platformOf(packageName) {
  const words = packageName.split(/[-/]/);
  const find = (table) => words.map((word) => table[word]).findLast((value) => value !== undefined);
  const [cpu, os, libc] = [find(PROCESSORS), find(OPERATING_SYSTEMS), find(C_LIBRARIES)];
  if (cpu === undefined && os === undefined) return undefined;
  return { cpu: cpu && [cpu], libc: libc && [libc], os: os && [os] };
}

/** Returns where npm finds `packageName` for the package at `dependentPath`: in the nearest node_modules upwards. */
function resolve(packages, dependentPath, packageName) {
  for (let base = dependentPath; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    const path = `${base === '' ? '' : `${base}/`}node_modules/${packageName}`;
    if (packages[path] !== undefined || base === '') return path;
  }
}

const isExact = (version) => /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version);

/** Returns the lock file's entry for a package, with its members in npm's order; undefined ones aren't written. */
function stub(version, { cpu, libc, os }, dependent) {
  const { dev, devOptional } = dependent;
  return { version, cpu, dev, devOptional, libc, optional: devOptional ? undefined : true, os };
}

/** Returns entries for the missing optional dependencies, and those for which no entry can be made. */
function findMissing(packages) {
  const missing = { ...packages };
  const stubs = new Map();
  const unknown = [];
  for (const [dependentPath, dependent] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(dependent.optionalDependencies ?? {})) {
      let path = resolve(missing, dependentPath, name);
      const present = missing[path];
      if (present !== undefined && (!isExact(version) || present.version === version)) continue;
      if (present !== undefined) path = `${dependentPath}/node_modules/${name}`;
      const platform = platformOf(name);
      if (!isExact(version) || platform === undefined) {
        unknown.push(`${name}@${version}`);
        continue;
      }
      missing[path] = stub(version, platform, dependent);
      stubs.set(path, missing[path]);
    }
  }
  return { stubs, unknown };
}

/** Removes the ranges of Node.js of all packages but our own. Returns how many. */
function dropNodeRanges(packages) {
  const ranged = Object.keys(packages).filter(
    (path) => path !== '' && packages[path].engines?.node !== undefined,
  );
  for (const path of ranged) {
    const { engines } = packages[path];
    delete engines.node;
    if (Object.keys(engines).length === 0) delete packages[path].engines;
  }
  return ranged.length;
}

function withStubs(packages, stubs) {
  const entries = [...Object.entries(packages), ...stubs];
  return Object.fromEntries(entries.sort(([one], [other]) => one.localeCompare(other, 'en')));
}

const lock = JSON.parse(readFileSync(lockFile, 'utf8'));
const { stubs, unknown } = findMissing(lock.packages);
const dropped = dropNodeRanges(lock.packages);
if (unknown.length > 0) {
  console.error(
    `package-lock.json lacks optional packages whose version or platform their name does not tell: ${unknown.join(', ')}`,
  );
  process.exitCode = 1;
}
if (stubs.size + dropped > 0) {
  const change = `${stubs.size} optional packages for other platforms to add, ${dropped} ranges of Node.js to remove`;
  if (process.argv.includes('--check')) {
    console.error(`package-lock.json has ${change}: run node .ci/complete-lock-file.mjs`);
    process.exitCode = 1;
  } else {
    lock.packages = withStubs(lock.packages, stubs);
    writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
    console.log(`package-lock.json had ${change}.`);
  }
}
