import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { Report } from './report.js';

const SUFFIX = '.bench.ts';

/** A benchmark is a file `<name>.bench.ts` beside this one; what it exports measures, and reports ratios. */
interface Benchmark {
  bench: (report: Report) => Promise<void>;
}

const folder = import.meta.dirname;
const names = readdirSync(folder)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))
  .sort();

async function run(name: string): Promise<void> {
  const { bench } = (await import(`./${name}${SUFFIX}`)) as Benchmark;
  await bench(new Report(name));
  process.exit(0);
}

/** Each in a process of its own, so that none runs on what another left in memory. */
function runAll(): void {
  console.log(
    `Node.js ${process.version}, ${cpus().length} x ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
  );
  for (const name of names) {
    const { status } = spawnSync(process.execPath, [...process.execArgv, import.meta.filename, name], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exitCode = 1;
  }
}

const [asked] = process.argv.slice(2);
if (asked === undefined) runAll();
else if (names.includes(asked)) await run(asked);
else {
  console.error(`There is no benchmark "${asked}". There are: ${names.join(', ')}.`);
  process.exitCode = 1;
}
