import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Configuration, type SharedRunStore } from '../../../../src/core/config/configuration.js';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';
import { bringRun } from '../../../../src/store/sharing/bring-run.js';
import { RunReplica } from '../../../../src/store/sharing/run-replica.js';
import { readSharingReport, type SharingReport } from '../../../../src/store/sharing/sharing-state.js';
import { LogRecorder } from '../../../support/log-recorder.js';

export const IMPATIENT = {
  pollEveryMs: 10,
  longestBackOffMs: 20,
  longestUnloadedMs: 20,
  listWithinMs: 20_000,
  startWaitMs: 20_000,
};

/** A replica of shared runs with its own data directory. */
export class ReplicaHarness {
  readonly log = new LogRecorder();
  private replica: RunReplica | undefined;

  private constructor(readonly configuration: Configuration) {}

  static async create(sharedRunStore: SharedRunStore): Promise<ReplicaHarness> {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'replica-'));
    const loaded = loadConfiguration({ DATA_DIR: dataDirectory });
    return new ReplicaHarness(new Configuration({ ...loaded, sharedRunStore }));
  }

  get runsDirectory(): string {
    return this.configuration.runsDirectory;
  }

  async start(timing = IMPATIENT): Promise<void> {
    this.replica = new RunReplica(this.configuration, this.log, timing, bringRun);
    await this.replica.start();
  }

  hurry(): void {
    this.replica?.hurry();
  }

  async stop(): Promise<void> {
    await this.replica?.stop();
    this.replica = undefined;
  }

  /** Everything in the runs directory. */
  here(): Promise<string[]> {
    return readdir(this.runsDirectory);
  }

  /** Resolves when the runs directory contains exactly these names. */
  async until(names: string[]): Promise<void> {
    const wanted = [...names].sort().join();
    while ((await this.here()).sort().join() !== wanted) await sleep(5);
  }

  report(): SharingReport {
    return readSharingReport(this.configuration)!;
  }

  /** Resolves when the last failure has the name; undefined for no failure. */
  async untilFailure(name: string | undefined): Promise<void> {
    while (this.report().lastError?.name !== name) await sleep(5);
  }

  read(run: string, file: string): Promise<Buffer> {
    return readFile(join(this.runsDirectory, run, file));
  }

  warnings(): unknown[] {
    return this.log.said('warn', 'error').map(([, error]) => error);
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.configuration.dataDirectory, { recursive: true, force: true });
  }
}
