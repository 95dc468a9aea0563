import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.js';

const POLL_MS = 100;

/** Resolves once every service on these ports serves the run, with all steps but these. */
export async function runIsServed(
  ports: readonly number[],
  run: Date,
  missingSteps: readonly number[] = [],
): Promise<void> {
  for (const port of ports) {
    while ((await served(port)).get(run.getTime())?.join() !== missingSteps.join()) await sleep(POLL_MS);
  }
}

export async function isServed(port: number, run: Date): Promise<boolean> {
  return (await served(port)).has(run.getTime());
}

/** Resolves once the service on this port serves this run and no other. */
export async function onlyIsServed(port: number, run: Date): Promise<void> {
  while ([...(await served(port)).keys()].join() !== String(run.getTime())) await sleep(POLL_MS);
}

/** Returns the missing steps of each run that is served, by its time. A process that is just away serves none. */
async function served(port: number): Promise<Map<number, number[]>> {
  const { status, body } = await ask(port, { path: '/v1/weather/runs' }).catch(() => ({
    status: 0,
    body: '',
  }));
  if (status !== 200) return new Map();
  const { runs } = JSON.parse(body) as { runs: { run: string; missingSteps: number[] }[] };
  return new Map(runs.map(({ run, missingSteps }) => [Date.parse(run), missingSteps]));
}
