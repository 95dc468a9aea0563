import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type VariableName, remainderOf } from '../../weather/meteo/index.js';
import { type Plane } from '../format/plane.js';
import { checksumFile } from '../format/file-checksums.js';
import { sealManifest } from '../format/manifest-seal.js';
import { quantise, type Quantisation } from '../format/quantise.js';
import { PARTIAL_SUFFIX, parseRunName, runName, sweepLeftovers } from '../format/run-directory.js';
import { type RunIdentity } from '../format/run-identity.js';
import {
  FORMAT,
  MANIFEST_FILE,
  VALUES_FILE,
  type PlaneHeader,
  type RunManifest,
  type RunWarning,
} from '../format/run-manifest.js';
import { parseRunManifest } from '../format/parse-run-manifest.js';
import { type PlaneIdentity, RunPlanes } from './run-planes.js';
import { RunSpool } from './run-spool.js';
import { OWN_THREAD, type StoreThreads } from './store-threads.js';
import { syncDirectory } from './sync-directory.js';
import { WINDOW_STEPS } from '../format/window-layout.js';

/** A plane whose codes have been written. */
export interface FilledPlane extends PlaneIdentity {
  quantisation: Quantisation;
  /** Quantization of the variable's remainder, if the plane has one. */
  remainder?: Quantisation;
}

/**
 * Writes the codes of a plane, and of its remainder if it has one. `remainders` is given if the variable may have one.
 */
export type FillPlane = (
  codes: SharedArrayBuffer,
  remainders?: SharedArrayBuffer,
) => FilledPlane | Promise<FilledPlane>;

/**
 * Writes one run into the store. Planes are added window by window of steps (in any order within a window; see
 * window-layout.ts). `publish` merges the packed windows into records, one per grid point, and makes the run visible
 * with a single atomic rename, so that readers never see an incomplete run. Until then, and after `abort` or a failure,
 * the store is unchanged.
 */
export class RunWriter {
  private readonly planes: RunPlanes;
  private readonly warnings: RunWarning[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private turn: Promise<void> = Promise.resolve();

  private constructor(
    private readonly runsDirectory: string,
    private readonly directory: string,
    private readonly identity: RunIdentity,
    private readonly spool: RunSpool,
  ) {
    this.planes = new RunPlanes(identity);
  }

  /** Starts a run in `runsDirectory`, which is created if it is missing. */
  static async create(
    runsDirectory: string,
    identity: RunIdentity,
    threads: StoreThreads = OWN_THREAD,
  ): Promise<RunWriter> {
    requireAscending(identity.stepsHours);
    await mkdir(runsDirectory, { recursive: true });
    await sweepLeftovers(runsDirectory);
    const name = runName(identity.model, identity.resolution, identity.run);
    const directory = join(runsDirectory, `${name}_${randomUUID()}${PARTIAL_SUFFIX}`);
    await mkdir(directory);
    const spool = await RunSpool.create(directory, identity.grid, threads);
    return new RunWriter(runsDirectory, directory, identity, spool);
  }

  /**
   * Adds one field; see `fill`.
   * @throws Error as `fill`, and on a wrong number of values
   */
  add({ values, quantisation, ...plane }: Plane): Promise<void> {
    return this.fill(plane.variable, plane.stepHours, (codes) => {
      const cells = codes.byteLength / 2;
      if (values.length !== cells) {
        const label = `${plane.variable} at step ${plane.stepHours}`;
        throw new Error(`${label} has ${values.length} values, not the ${cells} of the grid`);
      }
      return { ...plane, quantisation: quantise(values, quantisation, new Uint16Array(codes)) };
    });
  }

  /**
   * Adds one plane, whose codes may be written by another thread. Calls may overlap; the first one for a later window
   * waits for those before it.
   *
   * @param fill writes the codes of all cells, rows from north to south, and returns what they mean
   * @throws Error on a step that the run lacks or whose window is closed, a plane added twice, a missing or superfluous
   *   span, or a variable whose statistic differs from that of its earlier planes; whatever `fill` throws
   */
  async fill(variable: VariableName, stepHours: number | 'static', fill: FillPlane): Promise<void> {
    const step = this.planes.place(variable, stepHours);
    if (step !== 'static') {
      const window = Math.floor(step / WINDOW_STEPS);
      this.turn = this.turn.then(() => this.enter(window));
      await this.turn;
      if (window < this.spool.window)
        throw new Error(`${variable} at step ${stepHours} comes after a step of a later window`);
    }
    const task = this.fillPlane(variable, step, fill);
    const settled = task.catch(() => undefined).then(() => void this.underWay.delete(settled));
    this.underWay.add(settled);
    await task;
  }

  /** Adds a warning to the manifest, which responses from this run repeat. */
  warn(code: string, detail: string): void {
    this.warnings.push({ code, detail });
  }

  /** Begins a run in another folder that has nothing but a static of this one; undefined if this one lacks it. */
  async copyOf(name: VariableName, runsDirectory: string): Promise<RunWriter | undefined> {
    await Promise.all(this.underWay);
    const stored = this.planes.storedStatics().find((one) => one.name === name);
    if (!stored) return undefined;
    const writer = await RunWriter.create(runsDirectory, {
      ...this.identity,
      isPart: false,
      stepsHours: [0],
    });
    const plane = { variable: name, statistic: 'instant', stepHours: 'static' } as const;
    await writer.fill(name, 'static', (codes) => {
      new Uint8Array(codes).set(new Uint8Array(this.spool.staticCodes(name)));
      return { ...plane, quantisation: stored.plane };
    });
    return writer;
  }

  /**
   * Makes the run visible and returns its manifest. After a failure the store is unchanged.
   *
   * @param laterThanMs the time of an earlier publication elsewhere
   * @param known if the run has the same content as this one, it is abandoned
   */
  async publish(laterThanMs = 0, known?: RunManifest): Promise<RunManifest> {
    try {
      await this.turn;
      return await this.finish(laterThanMs, known);
    } catch (error) {
      await this.abort();
      throw error;
    }
  }

  /** Abandons the run and deletes everything written of it. */
  async abort(): Promise<void> {
    await this.turn.catch(() => undefined);
    await Promise.all(this.underWay);
    await rm(this.directory, { recursive: true, force: true });
  }

  private async fillPlane(variable: VariableName, step: number | 'static', fill: FillPlane): Promise<void> {
    const codes = this.spool.takePlane(variable, step);
    const remainderName = remainderOf(variable);
    const remainders = remainderName && this.spool.takePlane(remainderName, step);
    try {
      const { quantisation, remainder, ...plane } = await fill(codes, remainders);
      this.register(plane, quantisation);
      if (!remainderName) return;
      if (remainder) this.register({ ...plane, variable: remainderName }, remainder);
      else this.spool.dropPlane(remainderName, step);
    } catch (error) {
      this.spool.dropPlane(variable, step);
      if (remainderName) this.spool.dropPlane(remainderName, step);
      throw error;
    }
  }

  private register(plane: PlaneIdentity, quantisation: Quantisation): void {
    this.planes.check(plane);
    const header: PlaneHeader = { ...quantisation };
    if (plane.spanStartHours !== undefined) header.spanStartHours = plane.spanStartHours;
    this.planes.register(plane, header);
  }

  /** Closes all windows before the given one. */
  private async enter(window: number): Promise<void> {
    while (this.spool.window < window) {
      await Promise.all(this.underWay);
      await this.spool.closeWindow(this.planes.storedVariables());
    }
  }

  private async finish(laterThanMs: number, known?: RunManifest): Promise<RunManifest> {
    await Promise.all(this.underWay);
    const statics = this.planes.storedStatics();
    if (this.planes.storedVariables().length + statics.length === 0)
      throw new Error('a run without any field cannot be published');
    await this.enter(Math.ceil(this.identity.stepsHours.length / WINDOW_STEPS));
    const written = await this.spool.writeValues(join(this.directory, VALUES_FILE), statics);
    const { target, publishedAt } = await this.chooseTarget(laterThanMs);
    const files = [await checksumFile(this.directory, VALUES_FILE)];
    const manifestText = sealManifest({ ...this.manifest(publishedAt), ...written, files });
    // What readers would reject must not be published.
    const manifest = parseRunManifest(manifestText);
    if (known && isDeepStrictEqual(contentOf(known), contentOf(manifest))) {
      await this.abort();
      return known;
    }
    await writeFile(join(this.directory, MANIFEST_FILE), manifestText, { flush: true });
    await syncDirectory(this.directory);
    await rename(this.directory, target);
    await syncDirectory(this.runsDirectory);
    return manifest;
  }

  /**
   * Chooses the directory name. It contains the publication time, and the newest publication represents the run, so the
   * time must be later than all existing ones, even if the clock was set back since.
   */
  private async chooseTarget(laterThanMs: number): Promise<{ target: string; publishedAt: Date }> {
    const { model, resolution, run } = this.identity;
    const name = runName(model, resolution, run);
    const runKey = parseRunName(`${name}_0`)?.run;
    const earlierMs = (await readdir(this.runsDirectory))
      .map(parseRunName)
      .filter((other) => other?.model === model && other.run === runKey)
      .map((other) => other!.publishedMs);
    const timeMs = Math.max(Date.now(), laterThanMs + 1, ...earlierMs.map((ms) => ms + 1));
    return { target: join(this.runsDirectory, `${name}_${timeMs}`), publishedAt: new Date(timeMs) };
  }

  private manifest(publishedAt: Date): Omit<RunManifest, 'recordsBytes' | 'indexChecksum' | 'files'> {
    const { run, model, resolution, attribution, grid, stepsHours, isPart, isBounded } = this.identity;
    return {
      format: FORMAT,
      model,
      resolution,
      run: run.toISOString(),
      publishedAt: publishedAt.toISOString(),
      attribution,
      grid,
      stepsHours,
      ...(isPart && { isPart }),
      ...(isBounded && { isBounded }),
      variables: this.planes.storedVariables(),
      statics: this.planes.storedStatics(),
      warnings: this.warnings,
    };
  }
}

function contentOf({ grid, isBounded, variables, statics, files }: RunManifest) {
  return { grid, isBounded, variables, statics, files };
}

function requireAscending(stepsHours: number[]): void {
  if (stepsHours.length === 0 || stepsHours.some((step, i) => i > 0 && step <= stepsHours[i - 1])) {
    throw new Error('the steps of a run must be given in ascending order');
  }
}
