import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plane } from './plane.js';
import { PlaneSpool } from './plane-spool.js';
import { chooseQuantisation } from './quantise.js';
import { PARTIAL_SUFFIX, parseRunName, runName, sweepLeftovers } from './run-directory.js';
import { type RunIdentity } from './run-identity.js';
import {
  MANIFEST_FILE,
  VALUES_FILE,
  type PlaneHeader,
  type RunManifest,
  type RunWarning,
} from './run-manifest.js';
import { parseRunManifest } from './parse-run-manifest.js';
import { RunPlanes } from './run-planes.js';
import { writeValuesFile } from './values-file.js';

const SPOOL_FILE = 'planes.spool';

/**
 * Writes one run into the store. Planes go to disk in whatever order they come; `publish` turns them into records, one
 * for each grid point, and makes the run visible by a single rename, so that readers only ever see whole runs. Until
 * then, and after `abort` or a failure, the store is as it was.
 */
export class RunWriter {
  private readonly planes: RunPlanes;
  private readonly warnings: RunWarning[] = [];
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly runsDirectory: string,
    private readonly directory: string,
    private readonly identity: RunIdentity,
    private readonly spool: PlaneSpool,
  ) {
    this.planes = new RunPlanes(identity);
  }

  /** Begins a run in `runsDirectory`, which is created where it is missing. */
  static async create(runsDirectory: string, identity: RunIdentity): Promise<RunWriter> {
    requireAscending(identity.stepsHours);
    await mkdir(runsDirectory, { recursive: true });
    await sweepLeftovers(runsDirectory);
    const name = runName(identity.model, identity.resolution, identity.run);
    const directory = join(runsDirectory, `${name}_${randomUUID()}${PARTIAL_SUFFIX}`);
    await mkdir(directory);
    const spool = await PlaneSpool.create(join(directory, SPOOL_FILE), identity.grid.ni * identity.grid.nj);
    return new RunWriter(runsDirectory, directory, identity, spool);
  }

  /**
   * Adds one field. Calls may overlap: they are done one after the other. The values may be used again once the
   * promise is settled.
   *
   * @throws Error on a wrong number of values, a step that the run does not have, a plane added twice, a missing or
   * superfluous span, or a variable whose statistic differs from that of its earlier planes
   */
  add(plane: Plane): Promise<void> {
    return this.inTurn(async () => {
      this.planes.check(plane);
      const quantisation = chooseQuantisation(plane.values, plane.quantisation);
      const index = await this.spool.add(plane.values, quantisation);
      const header: PlaneHeader = { ...quantisation };
      if (plane.spanStartHours !== undefined) header.spanStartHours = plane.spanStartHours;
      this.planes.register(plane, { index, header });
    });
  }

  /** Adds a warning that the manifest carries and answers from this run repeat. */
  warn(code: string, detail: string): void {
    this.warnings.push({ code, detail });
  }

  /** Makes the run visible and returns its manifest. After a failure the store is as it was. */
  async publish(): Promise<RunManifest> {
    try {
      return await this.inTurn(() => this.finish());
    } catch (error) {
      await this.abort();
      throw error;
    }
  }

  /** Gives the run up and deletes everything of it. */
  async abort(): Promise<void> {
    await this.inTurn(() => this.spool.close()).catch(() => undefined);
    await rm(this.directory, { recursive: true, force: true });
  }

  private async finish(): Promise<RunManifest> {
    const order = this.planes.recordOrder();
    if (order.length === 0) throw new Error('a run without any field cannot be published');
    await writeValuesFile(join(this.directory, VALUES_FILE), this.spool, order);
    await this.spool.close();
    await unlink(join(this.directory, SPOOL_FILE));
    const { target, publishedAt } = await this.chooseTarget();
    const manifest = this.manifest(publishedAt);
    const manifestText = JSON.stringify(manifest);
    // What its readers would refuse must not be published.
    parseRunManifest(manifestText);
    await writeFile(join(this.directory, MANIFEST_FILE), manifestText, { flush: true });
    await syncDirectory(this.directory);
    await rename(this.directory, target);
    await syncDirectory(this.runsDirectory);
    return manifest;
  }

  /**
   * The publication's time is part of its name, and the newest stands for the run: it is later than those that are there,
   * also where the clock was set back since.
   */
  private async chooseTarget(): Promise<{ target: string; publishedAt: Date }> {
    const { model, resolution, run } = this.identity;
    const name = runName(model, resolution, run);
    const runKey = parseRunName(`${name}_0`)?.run;
    const earlierMs = (await readdir(this.runsDirectory))
      .map(parseRunName)
      .filter((other) => other?.model === model && other.run === runKey)
      .map((other) => other!.publishedMs);
    const timeMs = Math.max(Date.now(), ...earlierMs.map((ms) => ms + 1));
    return { target: join(this.runsDirectory, `${name}_${timeMs}`), publishedAt: new Date(timeMs) };
  }

  private manifest(publishedAt: Date): RunManifest {
    const { run, model, resolution, attribution, grid, stepsHours } = this.identity;
    return {
      format: 1,
      codec: 'u16',
      model,
      resolution,
      run: run.toISOString(),
      publishedAt: publishedAt.toISOString(),
      attribution,
      grid,
      stepsHours,
      variables: this.planes.storedVariables(),
      statics: this.planes.storedStatics(),
      warnings: this.warnings,
    };
  }

  /** Runs a task after all earlier ones; a failed one does not stop those behind it. */
  private inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.queue.then(task);
    this.queue = result.catch(() => undefined);
    return result;
  }
}

function requireAscending(stepsHours: number[]): void {
  if (stepsHours.length === 0 || stepsHours.some((step, i) => i > 0 && step <= stepsHours[i - 1])) {
    throw new Error('the steps of a run must be given in ascending order');
  }
}

/** Makes a directory's entries durable; Windows has no such call and needs none. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
