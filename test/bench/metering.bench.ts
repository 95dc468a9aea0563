import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from '../../src/usage/metering/journal/journal.js';
import { type UsageEvent } from '../../src/usage/metering/journal/usage-event.types.js';
import { type Report } from './report.js';

const EVENTS = 100_000;
const ROUNDS = 9;

const OWNERS = Array.from({ length: 100 }, (_, i) => ({
  keyId: `key_${String(i).padStart(26, '0')}`,
  clientId: `cli_${String(i % 20).padStart(26, '0')}`,
  accountId: `acc_${String(i % 5).padStart(26, '0')}`,
}));

/** The cost of recording a request, by the requests per turn of the event loop, compared with the turns alone. */
export async function bench(report: Report): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'bench-journal-'));
  for (const perTurn of [1, 8, 32]) {
    const costsUs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const emptyUs = await turns(perTurn, (release) => void setImmediate(release));
      costsUs.push((await recorded(root, perTurn)) - emptyUs);
    }
    const medianUs = costsUs.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
    report.figure(`recording a request, ${perTurn} in a turn`, medianUs, 'µs');
    report.ratio(
      `of the 6 µs for key, scope, limits and metering, ${perTurn} in a turn`,
      medianUs,
      6,
      '<= 1',
    );
  }
  rmSync(root, { recursive: true, force: true });
}

async function recorded(root: string, perTurn: number): Promise<number> {
  const journal = new Journal({ root });
  await journal.open();
  const costUs = await turns(perTurn, (release, number) => journal.append(eventOf(number), release));
  journal.takeSegments();
  await journal.removeOldest(journal.waiting.length);
  journal.close();
  return costUs;
}

function eventOf(number: number): UsageEvent {
  return {
    owner: OWNERS[number % OWNERS.length],
    route: 'GET /v1/weather/forecast',
    timeMs: Date.now(),
    status: 200,
    units: 1,
    bytes: 30_000,
    durationUs: 900,
    detail: undefined,
  };
}

/** Returns the microseconds per event, with a number of events started in each turn. */
async function turns(perTurn: number, begin: (release: () => void, number: number) => void): Promise<number> {
  const startMs = performance.now();
  for (let number = 0; number < EVENTS; number += perTurn) {
    await new Promise<void>((resolve) => {
      let open = perTurn;
      const release = () => {
        open -= 1;
        if (open === 0) resolve();
      };
      for (let i = 0; i < perTurn; i++) begin(release, number + i);
    });
  }
  return ((performance.now() - startMs) * 1000) / EVENTS;
}
