// Requests a five-day forecast every 20 ms, whether or not the previous request has completed, and reports the outcome
// when told to stop.
import { setTimeout as sleep } from 'node:timers/promises';
import { median, quantile } from '../bench/statistics.js';
import { ask } from '../soak/ask.js';

export interface Witnessed {
  answered: number;
  failed: number;
  p50Ms: number;
  p99Ms: number;
}

const EVERY_MS = 20;
const POINTS = 50;

const [port, apikey] = [Number(process.argv[2]), process.argv[3]];
const latenciesMs: number[] = [];
let failed = 0;
let isOver = false;
process.once('message', () => (isOver = true));

async function askOnce(i: number): Promise<void> {
  const path = `/v1/weather/forecast?lat=${i % POINTS}&lon=10`;
  const startMs = performance.now();
  try {
    const { status } = await ask(port, { path, headers: { apikey } });
    if (status !== 200) throw new Error(String(status));
    latenciesMs.push(performance.now() - startMs);
  } catch (error) {
    if (failed++ < 3) console.error(error);
  }
}

const pending: Promise<void>[] = [];
for (let i = 0; !isOver; i++) {
  pending.push(askOnce(i));
  await sleep(EVERY_MS);
}
await Promise.all(pending);
const rounded = (ms: number | undefined) => Number((ms ?? NaN).toFixed(1));
process.send!({
  answered: latenciesMs.length,
  failed,
  p50Ms: rounded(median(latenciesMs)),
  p99Ms: rounded(quantile(latenciesMs, 0.99)),
} satisfies Witnessed);
process.exit(0);
