import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;

/** Resolves once every service on these ports serves the run. */
export async function runIsServed(ports: readonly number[], run: Date): Promise<void> {
  for (const port of ports) {
    while (!(await hasRun(port, run))) await sleep(POLL_MS);
  }
}

/** Resolves once the service on this port serves this run and no other. */
export async function onlyIsServed(port: number, run: Date): Promise<void> {
  while ((await servedMs(port)).join() !== String(run.getTime())) await sleep(POLL_MS);
}

async function hasRun(port: number, run: Date): Promise<boolean> {
  return (await servedMs(port)).includes(run.getTime());
}

async function servedMs(port: number): Promise<number[]> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/weather/runs`);
  const { runs } = (await response.json()) as { runs: { run: string }[] };
  return runs.map((stored) => Date.parse(stored.run));
}
