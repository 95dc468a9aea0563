import { type BenchFigures, figureOf } from './bench-figures.js';

/** Unit costs according to the benchmarks. Row sizes include indexes. */
export interface MeasuredCosts {
  machine: string;
  request: {
    /** CPU time of a request through key, scope, limits and metering: for a cached response, and for a new one. */
    repeatedUs: number;
    distinctUs: number;
    plainBytes: number;
    gzipBytes: number;
  };
  run: { downloadGb: number; cpuSeconds: number; residentGb: number; storeGb: number };
  rowBytes: Record<
    'client' | 'key' | 'clientMinute' | 'clientQuarter' | 'clientDay' | 'loggedRequest',
    number
  >;
  /** Usage rows that the database accepts from one writer. */
  usageRowsPerSecond: number;
}

/** The benchmark measures several resolutions; plans assume the finest. */
const RESOLUTION = '0p25';

/** @throws Error that names a missing figure */
export function measuredCosts(figures: BenchFigures): MeasuredCosts {
  const keyed = (name: string) => figureOf(figures, 'keyed', `${name}: processor time`, 'us/request');
  const answer = (name: string) => figureOf(figures, 'footprint', `response, ${name}`, 'bytes');
  const row = (name: string) => figureOf(figures, 'footprint', `a row of ${name}, with its indexes`, 'bytes');
  const run = (name: string, unit: string) => figureOf(figures, 'ingest', `${RESOLUTION}: ${name}`, unit);
  return {
    machine: figures.machine,
    request: {
      repeatedUs: keyed('keyed'),
      distinctUs: keyed('distinct'),
      plainBytes: answer('plain'),
      gzipBytes: answer('in gzip'),
    },
    run: {
      downloadGb: run("the mirror's files", 'GB'),
      cpuSeconds: run('processor, all threads', 's'),
      residentGb: run('resident at most, one process', 'GB'),
      storeGb: run('finished store', 'GB'),
    },
    rowBytes: {
      client: row('clients'),
      key: row('api_keys'),
      clientMinute: row('usage.client_minutes'),
      clientQuarter: row('usage.client_quarters'),
      clientDay: row('usage.client_days'),
      loggedRequest: row('usage.requests'),
    },
    usageRowsPerSecond: figureOf(figures, 'footprint', 'rows of usage that are written', '/s'),
  };
}
