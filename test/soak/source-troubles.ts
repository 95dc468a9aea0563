import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.js';
import type { Cluster } from './cluster.js';
import { type ModelRuns, TROUBLED_STEP } from './model-runs.js';
import type { Program } from './program.js';
import { SLOW_MODEL } from './slow-model.js';
import { isServed, runIsServed } from './stored-runs.js';

const AWAY_MS = 3_000;
const POLL_MS = 100;
const SERVED_WITHIN_MS = 60_000;
/** Other faults may happen at the moment of a poll, and the next one then comes later. */
const FILLED_WITHIN_MS = 150_000;

interface IngestReport {
  model: string;
  state: string;
  lastError: { code: string } | null;
}

/** A source of runs that is late or wrong, beside one that is slow all the time, and a bucket that cannot be read. */
export class SourceTroubles {
  readonly wrong: string[] = [];
  checked = 0;
  /** Whether no run has been troubled yet. */
  isNew = true;
  /** Whether a run still lacks the step that was missing at first. A newer one would take its place. */
  isFilling = false;
  private filling: Promise<void> = Promise.resolve();

  constructor(
    private readonly cluster: Cluster,
    private readonly modelRuns: ModelRuns,
  ) {}

  /** Releases a run of which a step is at first not what it should be, and then missing for a while. */
  async release(): Promise<void> {
    const { cluster, modelRuns } = this;
    const { ingest, replicaPorts, alerts } = cluster;
    const restart = async () => {
      // A start of the ingest triggers a look for runs.
      await ingest.end('SIGTERM');
      await ingest.start();
    };
    this.isNew = false;
    modelRuns.release();
    modelRuns.trouble = 'garbage';
    await restart();
    await this.within(
      'the ingest refuses a spoiled run',
      async () => (await this.ingestOf('gfs'))?.lastError,
    );
    this.expect('a spoiled run is not served', !(await isServed(replicaPorts[0], modelRuns.newest)));
    await alerts.compare('a spoiled run', ['FeedFault', 'NoRun']);
    modelRuns.trouble = 'late';
    await restart();
    await this.isServedWithout([TROUBLED_STEP]);
    await alerts.compare('a step that is late', ['NoRun']);
    modelRuns.trouble = undefined;
    // By the schedule, while other faults happen.
    this.filling = this.fill();
  }

  /** A replica that has no runs, and can't get any, is not ready, and becomes it when the bucket is back. */
  async joinWithoutBucket(replica: Program, port: number): Promise<void> {
    const { s3, alerts } = this.cluster;
    await replica.end('SIGKILL');
    await rm(join(this.cluster.dataDirectory(replica), 'runs'), { recursive: true });
    await s3.end('SIGKILL');
    const ready = replica.start();
    const codes = new Set<string>();
    await this.within('a replica without runs answers', async () => {
      return (await readiness(port)) !== undefined;
    });
    for (const endMs = performance.now() + AWAY_MS; performance.now() < endMs; await sleep(POLL_MS))
      codes.add((await readiness(port)) ?? 'none');
    this.expect(
      `a replica without runs is not ready (${[...codes].join()})`,
      isOnly(codes, 'runs_not_loaded'),
    );
    await alerts.compare('a replica without the bucket', ['NoRun', 'ReplicaWithoutRun', 'RunSharingFailing']);
    const backMs = performance.now();
    await s3.start();
    await ready;
    console.log(`  ready ${((performance.now() - backMs) / 1000).toFixed(1)} s after the bucket was back`);
  }

  /** Resolves once what is still under way has been checked. */
  async settle(): Promise<void> {
    await this.filling;
    await this.cluster.alerts.compare('the end', ['NoRun']);
  }

  private async fill(): Promise<void> {
    this.isFilling = true;
    await this.within('the slow model is being downloaded', async () => {
      return (await this.ingestOf(SLOW_MODEL))?.state === 'ingesting';
    });
    await this.isServedWithout([], FILLED_WITHIN_MS);
    this.isFilling = false;
  }

  private async isServedWithout(missingSteps: number[], withinMs = SERVED_WITHIN_MS): Promise<void> {
    const { modelRuns, cluster } = this;
    const { newest } = modelRuns;
    const served = runIsServed(cluster.replicaPorts, newest, missingSteps).then(() => true);
    const inTime = await Promise.race([served, sleep(withinMs, false)]);
    this.expect(`a run is served without its steps [${missingSteps.join()}]`, inTime);
  }

  private async within(what: string, isSo: () => Promise<unknown>): Promise<void> {
    const lateMs = performance.now() + SERVED_WITHIN_MS;
    let found = false;
    while (!found && performance.now() < lateMs) {
      found = Boolean(await isSo());
      if (!found) await sleep(POLL_MS);
    }
    this.expect(what, found);
  }

  private expect(what: string, isSo: boolean): void {
    this.checked += 1;
    if (!isSo) this.wrong.push(`not so: ${what}`);
  }

  private async ingestOf(model: string): Promise<IngestReport | undefined> {
    const { status, body } = await ask(this.cluster.port, { path: '/v1/weather/runs' }).catch(() => ({
      status: 0,
      body: '',
    }));
    if (status !== 200) return undefined;
    return (JSON.parse(body) as { ingest: IngestReport[] }).ingest.find((one) => one.model === model);
  }
}

/** Returns why a process isn't ready, or `ready`; undefined if it doesn't answer. */
async function readiness(port: number): Promise<string | undefined> {
  try {
    const { body } = await ask(port, { path: '/health/ready' });
    return (JSON.parse(body) as { code: string | null }).code ?? 'ready';
  } catch {
    return undefined;
  }
}

function isOnly(found: ReadonlySet<string>, expected: string): boolean {
  return found.size === 1 && found.has(expected);
}
