import { Agent, request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey, NO_LIMITS } from './keyed/create-key.js';
import { listening, type Server, startProgram, stopProgram } from './keyed/servers.js';
import { type Report } from './report.js';
import { median, quantile } from './statistics.js';

const ROUNDS = 40;
const WARM_UP_ROUNDS = 10;

const find = (query: string) => `/v1/places?query=${encodeURIComponent(query)}`;
/** Text typed into a search box, from the most matches to none. */
const CASES: Record<string, string[]> = {
  prefixes: ['s', 'a', 'sa', 'san', 'new', 'lon', 'berl', 'warsz'].map(find),
  names: ['London', 'Paris, TX', 'Springfield', 'San José, Costa Rica', 'Washington, DC', 'Santa'].map(find),
  diacritics: ['München', 'Łódź', 'são paulo', 'Zürich', 'Reykjavík', 'Đà Nẵng'].map(find),
  'other languages': ['Мюнхен', '東京', 'القاهرة', 'Варшава', '서울', 'Αθήνα'].map(find),
  misses: ['qqqq', 'no such place', 'x'.repeat(100), 's, Nowhere'].map(find),
  nearest: ['52.23&lon=21.01', '-33.87&lon=151.21', '0&lon=-160', '89&lon=0'].map(
    (point) => `/v1/places/nearest?lat=${point}`,
  ),
};
const YARDSTICK = '/health/live';

/** Searches for places over HTTP, one at a time and with a key, compared with the service's smallest response. */
export async function bench(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-places-'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let server: Server | undefined;
  try {
    server = await listening(
      startProgram('service.ts', ['keyed'], {
        DATA_DIR: folder,
        INGEST_SCHEDULE: 'off',
        DEFAULT_RATE_LIMITS: NO_LIMITS,
      }),
    );
    const { url } = server;
    const apikey = await createKey(url);
    const ask = (path: string) => timeOf(agent, url + path, apikey);
    const all: number[] = [];
    const yardstick: number[] = [];
    const byCase = Object.entries(CASES).map(([name, paths]) => ({ name, paths, times: [] as number[] }));
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++)
      for (const { paths, times } of byCase)
        for (const path of paths) {
          const [ours, other] = [await ask(path), await ask(YARDSTICK)];
          if (round < 0) continue;
          times.push(ours);
          all.push(ours);
          yardstick.push(other);
        }
    for (const { name, times } of [...byCase, { name: 'all', times: all }]) {
      report.figure(`${name}: p50`, median(times), 'ms');
      report.figure(`${name}: p99${name === 'all' ? ' (< 5)' : ''}`, quantile(times, 0.99), 'ms');
    }
    report.figure(`${YARDSTICK}: p50`, median(yardstick), 'ms');
    report.figure(`${YARDSTICK}: p99`, quantile(yardstick, 0.99), 'ms');
    report.ratio(`p50 of all / that of ${YARDSTICK}`, median(all), median(yardstick));
    report.ratio(`p99 of all / that of ${YARDSTICK}`, quantile(all, 0.99), quantile(yardstick, 0.99));
  } finally {
    agent.destroy();
    if (server) await stopProgram(server.process);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the milliseconds from the request to the last byte of its response. */
function timeOf(agent: Agent, url: string, apikey: string): Promise<number> {
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { apikey } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().once('end', () => resolve(performance.now() - startMs));
    });
    sent.once('error', reject).end();
  });
}
