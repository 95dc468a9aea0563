// npm run build: builds what has changed, the service with Nest and the dashboard with Vite, beside dist, and renames it
// at the end: a failed build keeps the old dist. With an argument, builds only the part of that name.
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

process.chdir(`${import.meta.dirname}/../../..`);
process.env.NODE_ENV = 'production';
const WEB = 'src/dashboard/web';
const BUNDLE = `vite build ${WEB} --logLevel warn`;
const parts = [
  { name: 'service', command: 'nest build', made: 'dist.next', place: 'dist' },
  { name: 'dashboard', command: BUNDLE, made: 'dist.next-web', place: 'dist/web' },
].filter(({ name }) => (process.argv[2] ?? name) === name);

/** Returns the name of a file that lies in what was built from the same sources. */
function stampOf({ name }) {
  const isSource = (path) => path.startsWith('package') || path.startsWith(WEB) === (name === 'dashboard');
  const paths = fs.globSync(['*.json', 'src/**/*.*']).filter(isSource).sort();
  const sources = paths.map((path) => `${path}\0${fs.readFileSync(path, 'latin1')}\0`);
  return `.sources-${hash('sha256', sources.join(''))}`;
}

const isStale = (part) => !fs.existsSync(`${part.place}/${stampOf(part)}`);

async function build({ name, command, made }) {
  console.error(`Compiling the ${name}, which takes some seconds ...`);
  fs.rmSync(made, { recursive: true, force: true });
  const stamp = stampOf({ name });
  // Standard output is for the command that runs after the build.
  const [status] = await once(spawn(command, { shell: true, stdio: ['ignore', 2, 2] }), 'exit');
  if (status === 0) fs.writeFileSync(`${made}/${stamp}`, '');
  else process.exitCode = 1;
}

function replace({ made, place }) {
  // The dashboard stays, unless it is replaced next.
  const options = { recursive: true, preserveTimestamps: true };
  if (fs.existsSync(`${place}/web`)) fs.cpSync(`${place}/web`, `${made}/web`, options);
  fs.mkdirSync(place, { recursive: true });
  fs.rmSync('dist.old', { recursive: true, force: true });
  fs.renameSync(place, 'dist.old');
  fs.renameSync(made, place);
  fs.rmSync('dist.old', { recursive: true });
}

if (parts.some(isStale)) {
  // One build at a time. Unlike a lock file, SQLite's lock ends with its process.
  const lock = new DatabaseSync('dist.lock', { timeout: 600_000 });
  lock.exec('BEGIN EXCLUSIVE');
  const stale = parts.filter(isStale);
  await Promise.all(stale.map(build));
  if (!process.exitCode) stale.forEach(replace);
  lock.close();
}
