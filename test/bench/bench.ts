import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { Report } from './report.js';
import { saveFigures } from './saved-figures.js';

const SUFFIX = '.bench.ts';

/** A benchmark is a file `<name>.bench.ts` in this folder. It exports a function that measures and reports ratios. */
interface Benchmark {
  bench: (report: Report) => Promise<void>;
}

const folder = import.meta.dirname;
const names = readdirSync(folder)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))
  .sort();

const machine = `Node.js ${process.version}, ${cpus().length} x ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB`;

async function run(name: string): Promise<void> {
  const { bench } = (await import(`./${name}${SUFFIX}`)) as Benchmark;
  const report = new Report(name);
  await bench(report);
  if (values.save !== undefined) saveFigures(values.save, machine, name, report.figures);
  process.exit(0);
}

/** Runs each benchmark in its own process, so that none is affected by what another left in memory. */
function runAll(): void {
  console.log(machine);
  for (const name of names) {
    const own = [
      ...process.execArgv,
      import.meta.filename,
      name,
      ...(values.save ? ['--save', values.save] : []),
    ];
    const { status } = spawnSync(process.execPath, own, { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}

/** `npm run bench [name] [-- --save FILE]`: saves the figures to the file, as input for `npm run scale`. */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { save: { type: 'string' } } });
const [asked] = positionals;
if (asked === undefined) runAll();
else if (names.includes(asked)) await run(asked);
else {
  console.error(`There is no benchmark "${asked}". There are: ${names.join(', ')}.`);
  process.exitCode = 1;
}
