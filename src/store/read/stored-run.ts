import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { VariableName } from '../../weather/meteo/index.js';
import { newBytes } from './byte-slab.js';
import { type Cell } from '../format/cell.js';
import { asDamage, DamagedRunError } from '../format/damaged-run-error.js';
import { openSealedManifest } from '../format/manifest-seal.js';
import { type CodeLimits, codeLimits } from '../format/code-limits.js';
import { PackedCells, PADDING_BYTES } from '../format/packed-cells.js';
import { planeNumbers, type PlaneNumbers } from './plane-numbers.js';
import { RecordLayout } from '../format/record-layout.js';
import { runName } from '../format/run-directory.js';
import { RunIndex } from '../format/run-index.js';
import { MANIFEST_FILE, MISSING_CODE, VALUES_FILE, type RunManifest } from '../format/run-manifest.js';

/** Called with the damage found in a run. */
export type DamageListener = (run: StoredRun, damage: DamagedRunError) => void;

/** Contiguous records in the file. */
interface RecordRange {
  first: Cell;
  last: Cell;
}

/**
 * One published run, open for reading. Every read is verified. To read it after the catalog may have refreshed (in a
 * later turn of the event loop), retain it before and release it afterwards. The file is closed with the last release,
 * so a run deleted in the meantime stays readable until then.
 */
export class StoredRun {
  readonly run: Date;
  readonly publishedAt: Date;
  private readonly layout: RecordLayout;
  private readonly variableIndices: Map<VariableName, number>;
  private readonly numbers: PlaneNumbers[];
  private readonly limits: CodeLimits | undefined;
  private references = 1;

  private constructor(
    readonly name: string,
    readonly manifest: RunManifest,
    private readonly fileDescriptor: number,
    private readonly index: RunIndex,
    private readonly damaged: DamageListener,
  ) {
    this.run = new Date(manifest.run);
    this.publishedAt = new Date(manifest.publishedAt);
    this.layout = new RecordLayout(manifest);
    this.limits = codeLimits(manifest);
    this.numbers = manifest.variables.map(({ planes }) => planeNumbers(planes));
    this.variableIndices = new Map(manifest.variables.map(({ name }, index) => [name, index]));
  }

  /**
   * Opens the run in `<runsDirectory>/<name>` and reads its index.
   *
   * @param damaged called for damage that is found later, each time before it is thrown
   * @throws DamagedRunError when the manifest or the index is not what was written, is of another run, or cannot be
   *   read; RunFaultError when the run is of another version; other system errors
   */
  static open(runsDirectory: string, name: string, damaged: DamageListener = () => undefined): StoredRun {
    try {
      const manifest = openSealedManifest(readFileSync(join(runsDirectory, name, MANIFEST_FILE), 'utf8'));
      requireName(name, manifest);
      const fileDescriptor = openSync(join(runsDirectory, name, VALUES_FILE), 'r');
      try {
        const index = RunIndex.read(fileDescriptor, manifest);
        return new StoredRun(name, manifest, fileDescriptor, index, damaged);
      } catch (error) {
        closeSync(fileDescriptor);
        throw error;
      }
    } catch (error) {
      throw asDamage(error);
    }
  }

  /** Whether it has nothing for any hour: it is the terrain that is kept of a model. */
  get isTerrain(): boolean {
    return this.manifest.variables.length === 0;
  }

  /** Returns the index of a variable in the manifest's list and in the records; undefined if the run lacks it. */
  variableIndex(name: VariableName): number | undefined {
    return this.variableIndices.get(name);
  }

  /** Returns what the codes of the variable at an index mean. */
  planeNumbers(index: number): PlaneNumbers {
    return this.numbers[index];
  }

  /** Reads all codes of one cell: variables × steps, variable by variable, then the statics. */
  readCell(y: number, x: number): Uint16Array {
    const cells = this.readCells([{ y, x }]);
    const { codeCount, courses, stepCount, staticCount } = this.layout;
    const codes = new Uint16Array(codeCount).fill(MISSING_CODE);
    courses.forEach(({ steps }, variable) => {
      const planes = new Uint16Array(steps.length);
      cells.unpack(variable, 0, planes.length, planes);
      steps.forEach((step, k) => (codes[variable * stepCount + step] = planes[k]));
    });
    for (let i = 0; i < staticCount; i++) codes[courses.length * stepCount + i] = cells.staticCode(0, i);
    return codes;
  }

  /** Returns the step index of each plane of the variable at an index. */
  planeSteps(index: number): Uint32Array {
    return this.layout.courses[index].steps;
  }

  /**
   * Reads the records of some cells, still packed. Adjacent cells of a row take one read and one checksum.
   *
   * @param only index of the only variable that will be read
   * @throws DamagedRunError when a record is not what was written, or cannot be read; the run is unusable then
   */
  readCells(cells: readonly Cell[], only?: number): PackedCells {
    if (this.references === 0) throw new Error(`the run ${this.name} is closed`);
    const { index } = this;
    const starts = new Uint32Array(cells.length);
    const ends = new Uint32Array(cells.length);
    const ranges: RecordRange[] = [];
    let lengthBytes = 0;
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i];
      starts[i] = lengthBytes;
      lengthBytes += index.end(cell) - index.start(cell);
      ends[i] = lengthBytes;
      const range = ranges.at(-1);
      if (range?.last.y === cell.y && range.last.x + 1 === cell.x) range.last = cell;
      else ranges.push({ first: cell, last: cell });
    }
    const bytes = newBytes(lengthBytes + PADDING_BYTES);
    try {
      let filled = 0;
      for (const range of ranges) filled = this.read(bytes, filled, range);
      return new PackedCells(this.layout, bytes, starts, ends, this.limits, only);
    } catch (error) {
      const damage = asDamage(error);
      if (damage instanceof DamagedRunError) this.damaged(this, damage);
      throw damage;
    }
  }

  retain(): void {
    if (this.references === 0) throw new Error(`the run ${this.name} is closed`);
    this.references++;
  }

  release(): void {
    this.references--;
    if (this.references === 0) closeSync(this.fileDescriptor);
  }

  /** @returns where the records end in the target */
  private read(target: Uint8Array, offset: number, { first, last }: RecordRange): number {
    const start = this.index.start(first);
    const end = offset + this.index.end(last) - start;
    const bytesRead = readSync(this.fileDescriptor, target, offset, end - offset, start);
    if (bytesRead !== end - offset) throw new DamagedRunError(`${VALUES_FILE} was cut short`);
    if (crc32(target.subarray(offset, end), this.index.sumBefore(first)) !== this.index.sum(last))
      throw new DamagedRunError(`${VALUES_FILE} is damaged near byte ${start}: its checksum differs`);
    return end;
  }
}

/** @throws DamagedRunError when the directory holds another run than its name says */
function requireName(name: string, { model, resolution, run, publishedAt }: RunManifest): void {
  const own = `${runName(model, resolution, new Date(run))}_${Date.parse(publishedAt)}`;
  if (own !== name) throw new DamagedRunError(`the manifest is that of ${own}`);
}
