import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { acceptedForm } from '../../src/forecast/answer/answer-formats.js';
import { OWN_FEATURE_SET } from '../../src/boot/features/features.js';
import { loadConfiguration } from '../../src/core/config/load-configuration.js';
import type { ForecastService } from '../../src/forecast/forecast.service.js';
import { forecastService } from '../support/forecast-service.js';
import { parseBatchBody } from '../../src/forecast/request/batch-query.js';
import { ForecastQueries } from '../../src/forecast/request/forecast-queries.js';
import { RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { publishFullRun } from './keyed/full-run.js';
import { type Report } from './report.js';
import { OWN_CATALOGUE } from '../support/own-catalogue.js';

const ROUNDS = 7;
const POINT = { lat: '52.2297', lon: '21.0122' };
const PLAIN = acceptedForm(undefined, undefined);

/** A request that takes no time to create, and how often it is sent per round. */
interface Case {
  count: number;
  ask: () => unknown;
}

/** Responses without HTTP: cached and newly computed, compressed, in batches, by the minute and by the day. */
export async function bench(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-serving-'));
  const configuration = loadConfiguration({ DATA_DIR: folder }, OWN_FEATURE_SET.models);
  const catalogue = new RunCatalogue(configuration.runsDirectory);
  try {
    await publishFullRun(configuration.runsDirectory);
    await measureAll(report, forecastService(catalogue, configuration));
  } finally {
    catalogue.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAll(report: Report, service: ForecastService): Promise<void> {
  const all = casesOf(service);
  const names = Object.keys(all);
  const rounds: Record<string, number>[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const measured: Record<string, number> = {};
    for (const name of names) measured[name] = await microseconds(all[name]);
    // The first round is a warm-up.
    if (round > 0) rounds.push(measured);
  }
  const median = (name: string) => middle(rounds.map((round) => round[name]));
  for (const name of names) report.figure(name, median(name), 'µs');
  report.ratio('uncached / cached', median('uncached'), median('cached'), '>= 20');
  report.ratio('uncached in zstd / uncached', median('uncached in zstd'), median('uncached'), '<= 1.5');
  report.ratio('cached in zstd / cached', median('cached in zstd'), median('cached'), '<= 1.5');
  report.ratio('batch of 100 / 100 uncached', median('batch of 100'), 100 * median('uncached'), '<= 1.3');
}

function casesOf(service: ForecastService): Record<string, Case> {
  const queries = new ForecastQueries(OWN_CATALOGUE, ['gfs']);
  let points = 0;
  /** Another point each time. */
  const anywhere = () => ({ lat: ((points++ * 0.0007) % 89).toFixed(4), lon: POINT.lon });
  const ask = (query: Record<string, string>, coding = PLAIN) => {
    const nowMs = Date.now();
    return service.forecast(queries.parse(query, nowMs), coding, nowMs);
  };
  const zstd = acceptedForm(undefined, 'zstd');
  const gzip = acceptedForm(undefined, 'gzip');
  return {
    cached: { count: 20_000, ask: () => ask(POINT) },
    'cached in zstd': { count: 20_000, ask: () => ask(POINT, zstd) },
    uncached: { count: 300, ask: () => ask(anywhere()) },
    'uncached in zstd': { count: 300, ask: () => ask(anywhere(), zstd) },
    'uncached in gzip': { count: 300, ask: () => ask(anywhere(), gzip) },
    '60 minutes': { count: 300, ask: () => ask({ ...anywhere(), timelines: 'minutely' }) },
    '5 days': { count: 300, ask: () => ask({ ...anywhere(), timelines: 'daily' }) },
    'batch of 100': {
      count: 3,
      ask: async () => {
        const now = new Date();
        const locations = Array.from({ length: 100 }, () => {
          const { lat, lon } = anywhere();
          return { lat: Number(lat), lon: Number(lon) };
        });
        const asked = parseBatchBody({ locations }, now, OWN_CATALOGUE, ['gfs']);
        const { body } = service.batches.stream(asked, PLAIN, 'a client', now.getTime());
        await finished(body.resume());
      },
    },
  };
}

/** Returns the CPU time per request of all threads, including those that compress. */
async function microseconds({ count, ask }: Case): Promise<number> {
  const start = process.cpuUsage();
  for (let i = 0; i < count; i++) {
    const answer = ask();
    if (answer instanceof Promise) await answer;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / count;
}

function middle(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
