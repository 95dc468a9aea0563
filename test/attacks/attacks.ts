// Attacks by hostile callers on the service in its own process: `npm run attack [name] [-- --seconds 20 --latency]`.
// Exits with 1 if the service didn't withstand one. Latencies are printed, but only checked with `--latency`.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AttackedService } from './attacked-service.js';
import { Witness } from './witness.js';

const SUFFIX = '.attack.ts';
const MIB = 2 ** 20;
/** Limit of resident memory, out of the 1 GiB that docker/compose.production.yaml gives the service. */
const MOST_RESIDENT_BYTES = 700 * MIB;
const MOST_P99_MS = 100;

/** An attack is a file `<name>.attack.ts` in this folder. */
export interface Attack {
  /** Resolves when the attack is over; rejects if the service sent a response that it must not send. */
  attack: (service: AttackedService, seconds: number) => Promise<string>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '20' },
    // Also checks latencies, which is only meaningful on an otherwise idle machine.
    latency: { type: 'boolean', default: false },
    // The folder with the `dist` of another version of the service, to compare figures.
    build: { type: 'string' },
  },
});

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))
  .sort();

/** @returns whether the service withstood the attack */
async function run(name: string, seconds: number, build: string | undefined): Promise<boolean> {
  const { attack } = (await import(`./${name}${SUFFIX}`)) as Attack;
  await using service = await AttackedService.start(build);
  const witness = await Witness.start(service);
  const faults: string[] = [];
  try {
    console.log(`${name} | ${await attack(service, seconds)}`);
  } catch (error) {
    faults.push(String(error));
  }
  const { answered, failed, p50Ms, p99Ms } = await witness.end();
  const { isRunning, peakBytes } = service;
  const peak = `${Math.round(peakBytes / MIB)} MB resident at most`;
  console.log(
    `${name} | ${peak}; others: ${answered} answers, ${failed} failed, p50 ${p50Ms} ms, p99 ${p99Ms} ms`,
  );
  if (!isRunning) faults.push('The service died.');
  if (peakBytes > MOST_RESIDENT_BYTES) faults.push('It took too much memory.');
  if (failed > 0) faults.push(`${failed} requests of others failed.`);
  if (answered === 0 || (values.latency && p99Ms > MOST_P99_MS)) faults.push('Others waited too long.');
  for (const fault of faults) console.log(`${name} | FAILED: ${fault}`);
  return faults.length === 0;
}

const [asked] = positionals;
if (asked !== undefined && !names.includes(asked)) {
  console.error(`There is no attack "${asked}". There are: ${names.join(', ')}.`);
  process.exit(2);
}
let isGood = true;
for (const name of asked === undefined ? names : [asked])
  isGood = (await run(name, Number(values.seconds), values.build)) && isGood;
process.exit(isGood ? 0 : 1);
