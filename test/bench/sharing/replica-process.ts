// A replica that fetches one run in a separate process (`inside`: in its own), and reports its event loop delay.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { createLogger } from '../../../src/core/telemetry/logger.js';
import { loadConfiguration } from '../../../src/core/config/load-configuration.js';
import { bringRun } from '../../../src/store/sharing/bring-run.js';
import { forkedFetch } from '../../../src/store/sharing/forked-fetch.js';
import { DEFAULT_REPLICA_TIMING } from '../../../src/store/sharing/replica-timing.js';
import { RunReplica } from '../../../src/store/sharing/run-replica.js';

/** Reported to `sharing.bench.ts`. */
export interface ReplicaFigures {
  seconds: number;
  processorSeconds: number;
  delayP99Ms: number;
  delayMaxMs: number;
}

/** Long enough for a run of any size. */
const PATIENT = { ...DEFAULT_REPLICA_TIMING, startWaitMs: 600_000 };
const ENTRY = fileURLToPath(new URL('../../../src/store/sharing/fetch.worker.ts', import.meta.url));

const bring = process.argv[2] === 'inside' ? bringRun : forkedFetch(ENTRY, process.execArgv);
const logger = createLogger('warn');
const replica = new RunReplica(loadConfiguration(process.env), logger, PATIENT, bring);
// Loads the bucket client in advance, since it takes a while and happens once per process.
await import('@aws-sdk/client-s3');
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const [startedMs, before] = [performance.now(), process.cpuUsage()];
await replica.start();
const { user, system } = process.cpuUsage(before);
delay.disable();
const figures: ReplicaFigures = {
  seconds: (performance.now() - startedMs) / 1e3,
  processorSeconds: (user + system) / 1e6,
  delayP99Ms: delay.percentile(99) / 1e6,
  delayMaxMs: delay.max / 1e6,
};
console.log(JSON.stringify(figures));
await replica.stop();
