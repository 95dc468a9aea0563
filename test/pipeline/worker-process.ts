import { fileURLToPath } from 'node:url';
import { ForkedIngest } from '../../src/ingest/schedule/forked-ingest.js';
import { type IngestRequest } from '../../src/ingest/request/ingest-request.js';
import { DEFAULT_NETWORK_POLICY, type NetworkPolicy } from '../../src/ingest/source/network-policy.js';
import { gfs } from '../../src/weather/models/gfs/gfs.model.js';

export const WORKER = fileURLToPath(new URL('../../src/ingest/schedule/ingest.worker.ts', import.meta.url));
const HOOKS = new URL('../support/register-typescript.mjs', import.meta.url).href;
/** What Node needs to run the project's TypeScript. */
export const TYPESCRIPT = ['--no-warnings', '--import', HOOKS];

export const PATIENT: NetworkPolicy = {
  ...DEFAULT_NETWORK_POLICY,
  connections: 8,
  retryDelaysMs: [1],
  stallTimeoutMs: 20_000,
  throughputFloor: { bytes: 1, perMs: 20_000 },
};

/** The service's ingest process, run from the sources instead of the build. */
export function forkedIngest(baseUrl: string): ForkedIngest {
  return new ForkedIngest([baseUrl], PATIENT, WORKER, TYPESCRIPT);
}

/** Returns a request for a whole run, as the scheduler makes it: 1p00 up to 12 hours. */
export function wholeRun(dataDirectory: string, run: Date): IngestRequest {
  return {
    model: gfs,
    resolution: '1p00',
    run,
    steps: [0, 3, 6, 9, 12],
    maxStepHours: 12,
    dataDirectory,
    runsDirectory: `${dataDirectory}/runs`,
    runsKept: 2,
  };
}
