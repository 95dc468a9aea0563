import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { concurrently } from '../../core/common/index.js';
import type { VariableName } from '../../weather/meteo/index.js';
import { type Band } from './pack-band.js';
import { ENTRY_INTEGERS } from '../format/run-index.js';
import { type StoredStatic, type StoredVariable, type StoreGrid } from '../format/run-manifest.js';
import { type StoreThreads } from './store-threads.js';
import { layoutWindow } from '../format/window-layout.js';
import { writeFully } from './write-fully.js';

interface SpooledBand extends Band {
  path: string;
  bytes: number;
  /** Row sizes in bytes, for each packed window. */
  windowRowBytes: number[][];
}

/**
 * Bands per thread. The spool of a band is deleted once its records are written, so that the disk never holds all of
 * both.
 */
const BANDS_OF_THREAD = 4;

/**
 * Holds the planes of a run until they become records. The codes of the current window of steps are in memory; those of
 * earlier windows are already packed, in one file per band of rows.
 */
export class RunSpool {
  /** The statics, and the planes of the current window by their step's index in the run. */
  private readonly planes = new Map<VariableName, Map<number | 'static', SharedArrayBuffer>>();
  /** The last plane of each variable before the current window. */
  private readonly before = new Map<VariableName, SharedArrayBuffer>();
  /** Buffers of packed planes, for reuse. */
  private readonly free: SharedArrayBuffer[] = [];
  private openWindow = 0;

  private constructor(
    private readonly grid: StoreGrid,
    private readonly bands: SpooledBand[],
    private readonly threads: StoreThreads,
  ) {}

  /** Creates the files, which must not exist yet. */
  static async create(directory: string, grid: StoreGrid, threads: StoreThreads): Promise<RunSpool> {
    const count = Math.min(threads.count * BANDS_OF_THREAD, grid.nj);
    const bands = Array.from({ length: count }, (_, i) => ({
      firstRow: Math.floor((grid.nj * i) / count),
      endRow: Math.floor((grid.nj * (i + 1)) / count),
      rowCells: grid.ni,
      path: join(directory, `band-${i}.spool`),
      bytes: 0,
      windowRowBytes: [],
    }));
    for (const { path } of bands) await (await open(path, 'wx')).close();
    return new RunSpool(grid, bands, threads);
  }

  /** The index of the window that planes are added to. */
  get window(): number {
    return this.openWindow;
  }

  /** Returns a buffer for the codes of a plane, one per cell. @throws Error when the plane was already added */
  takePlane(variable: VariableName, step: number | 'static'): SharedArrayBuffer {
    const planes = this.planesOf(variable);
    if (planes.has(step)) throw new Error(`${variable} at step ${step} was added twice`);
    const codes = this.free.pop() ?? new SharedArrayBuffer(this.grid.ni * this.grid.nj * 2);
    planes.set(step, codes);
    return codes;
  }

  /** Returns the codes of a static that was added, one per cell. */
  staticCodes(variable: VariableName): SharedArrayBuffer {
    return defined(this.planesOf(variable).get('static'));
  }

  /** Removes a plane that was not filled, and keeps its buffer for reuse. */
  dropPlane(variable: VariableName, step: number | 'static'): void {
    const planes = this.planesOf(variable);
    const codes = planes.get(step);
    if (codes) this.free.push(codes);
    planes.delete(step);
  }

  /** Packs the planes of the current window. @param variables what is known of all planes so far */
  async closeWindow(variables: readonly StoredVariable[]): Promise<void> {
    const window = layoutWindow(variables, this.openWindow).map((layout) => {
      const { name } = variables[layout.index];
      const planes = layout.steps.map((step) => defined(this.planesOf(name).get(step)));
      return { layout, before: this.before.get(name), planes };
    });
    await this.forEachBand(async (band) => {
      const { path: spoolPath, bytes: positionBytes } = band;
      const rowBytes = await this.threads.packBand({ band, window, spoolPath, positionBytes });
      band.windowRowBytes.push(rowBytes);
      band.bytes += sum(rowBytes);
    });
    for (const { layout, before, planes } of window) {
      const { name } = variables[layout.index];
      // The next window starts from the last plane; the other buffers are free.
      this.before.set(name, defined(planes.pop()));
      this.free.push(...planes, ...(before ? [before] : []));
      for (const step of layout.steps) this.planesOf(name).delete(step);
    }
    this.openWindow++;
  }

  /**
   * Writes the values file, records and index, and syncs it to disk; deletes the spool on the way. All windows must
   * have been closed.
   */
  async writeValues(
    path: string,
    statics: readonly StoredStatic[],
  ): Promise<{ recordsBytes: number; indexChecksum: number }> {
    const staticCodes = statics.map(({ name }) => this.staticCodes(name));
    // No more planes will be added.
    this.free.length = 0;
    this.before.clear();
    const rowStarts = this.rowStarts(staticCodes.length);
    const recordsBytes = rowStarts[this.grid.nj];
    const file = await open(path, 'wx+');
    try {
      await writeFully(file, new Uint8Array(rowStarts.buffer), recordsBytes);
      const entriesBytes = recordsBytes + rowStarts.byteLength;
      await this.forEachBand(async ({ path: spoolPath, windowRowBytes, ...band }) => {
        await this.threads.mergeBand({
          band,
          spoolPath,
          windowRowBytes,
          statics: staticCodes,
          valuesPath: path,
          rowStarts: [...rowStarts.subarray(band.firstRow, band.endRow + 1)],
          entriesBytes,
        });
        await unlink(spoolPath);
      });
      await file.sync();
      const index = new Uint8Array(rowStarts.byteLength + 4 * ENTRY_INTEGERS * this.grid.ni * this.grid.nj);
      await file.read(index, 0, index.length, recordsBytes);
      return { recordsBytes, indexChecksum: crc32(index) };
    } finally {
      await file.close();
    }
  }

  /** Processes the bands, one per thread at a time. */
  private forEachBand(work: (band: SpooledBand) => Promise<void>): Promise<void> {
    return concurrently(this.threads.count, this.bands, work);
  }

  private planesOf(variable: VariableName): Map<number | 'static', SharedArrayBuffer> {
    const planes = this.planes.get(variable) ?? new Map<number | 'static', SharedArrayBuffer>();
    this.planes.set(variable, planes);
    return planes;
  }

  /**
   * Returns where each row begins in the values file. In the spool, pieces are preceded by their length, which records
   * omit.
   */
  private rowStarts(staticCount: number): Float64Array<ArrayBuffer> {
    const { ni, nj } = this.grid;
    const starts = new Float64Array(nj + 1);
    for (const { firstRow, endRow, windowRowBytes } of this.bands) {
      for (let row = firstRow; row < endRow; row++) {
        const pieces = sum(windowRowBytes.map((rows) => rows[row - firstRow] - 2 * ni));
        starts[row + 1] = starts[row] + pieces + 2 * staticCount * ni;
      }
    }
    return starts;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function defined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a plane of the run has no codes');
  return value;
}
