// Ingests a run like the command and reports what the process used: node ingest-once.ts <dist> <arguments>.
import { Writable } from 'node:stream';
import type { main as Main } from '../../../src/ingest/command/ingest.main.js';

const [, , built, ...argv] = process.argv;
const { main } = (await import(built)) as { main: typeof Main };
const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
const startedMs = performance.now();
const { signal } = new AbortController();
const status = await main(argv, process.env, { stdout: nowhere, stderr: process.stderr, signal });
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
const usage: IngestUsage = {
  status,
  wallSeconds: (performance.now() - startedMs) / 1000,
  cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
  residentBytes: maxRSS * 1024,
};
process.stdout.write(JSON.stringify(usage));

export interface IngestUsage {
  status: number;
  wallSeconds: number;
  /** CPU time of all threads. */
  cpuSeconds: number;
  /** Peak resident memory. */
  residentBytes: number;
}
