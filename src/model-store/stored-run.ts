import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { type VariableName } from '../meteo/variables.js';
import { newBytes } from './byte-slab.js';
import { type Cell } from './cell.js';
import { PackedCells, PADDING_BYTES } from './packed-cells.js';
import { parseRunManifest } from './parse-run-manifest.js';
import { planeNumbers, type PlaneNumbers } from './plane-numbers.js';
import { RecordLayout } from './record-layout.js';
import { RunFaultError } from './run-fault-error.js';
import { RunIndex } from './run-index.js';
import { MANIFEST_FILE, MISSING_CODE, VALUES_FILE, type RunManifest } from './run-manifest.js';

/**
 * One published run, open for reading. Who reads it after the catalogue may have looked at the store again (in a later
 * turn of the event loop) retains it before and releases it afterwards. The file is closed with the last release, so a
 * run that is deleted meanwhile stays readable until then.
 */
export class StoredRun {
  readonly run: Date;
  readonly publishedAt: Date;
  private readonly layout: RecordLayout;
  private readonly variableIndices: Map<VariableName, number>;
  private readonly numbers: PlaneNumbers[];
  private references = 1;

  private constructor(
    readonly name: string,
    readonly manifest: RunManifest,
    private readonly fileDescriptor: number,
    private readonly index: RunIndex,
  ) {
    this.run = new Date(manifest.run);
    this.publishedAt = new Date(manifest.publishedAt);
    this.layout = new RecordLayout(manifest);
    this.numbers = manifest.variables.map(({ planes }) => planeNumbers(planes));
    this.variableIndices = new Map(manifest.variables.map(({ name }, index) => [name, index]));
  }

  /**
   * Opens the run in `<runsDirectory>/<name>`, and reads its index.
   *
   * @throws RunFaultError when the manifest or the index is broken, or the values have another size than they say; the
   * system's error (ENOENT) when a file is missing
   */
  static open(runsDirectory: string, name: string): StoredRun {
    const manifest = parseRunManifest(readFileSync(join(runsDirectory, name, MANIFEST_FILE), 'utf8'));
    const fileDescriptor = openSync(join(runsDirectory, name, VALUES_FILE), 'r');
    try {
      return new StoredRun(name, manifest, fileDescriptor, RunIndex.read(fileDescriptor, manifest));
    } catch (error) {
      closeSync(fileDescriptor);
      throw error;
    }
  }

  /** The place of a variable in the manifest's list and in the records, or undefined when the run lacks it. */
  variableIndex(name: VariableName): number | undefined {
    return this.variableIndices.get(name);
  }

  /** What the codes mean of the variable at a place. */
  planeNumbers(index: number): PlaneNumbers {
    return this.numbers[index];
  }

  /** All codes of one cell: variables × steps, variable by variable, then the statics. */
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

  /** For each plane of the variable at a place its step's index in the run. */
  planeSteps(index: number): Uint32Array {
    return this.layout.courses[index].steps;
  }

  /**
   * The records of some cells, still packed. Cells that are neighbours in the file take one read.
   * @param only the place of the one variable that will be asked for
   */
  readCells(cells: readonly Cell[], only?: number): PackedCells {
    const { index } = this;
    const starts = new Uint32Array(cells.length);
    const ends = new Uint32Array(cells.length);
    const reads: { start: number; end: number }[] = [];
    let lengthBytes = 0;
    for (let i = 0; i < cells.length; i++) {
      const [start, end] = [index.start(cells[i]), index.end(cells[i])];
      starts[i] = lengthBytes;
      lengthBytes += end - start;
      ends[i] = lengthBytes;
      const last = reads.at(-1);
      if (last?.end === start) last.end = end;
      else reads.push({ start, end });
    }
    const bytes = newBytes(lengthBytes + PADDING_BYTES);
    let filled = 0;
    for (const { start, end } of reads) {
      this.read(bytes, filled, end - start, start);
      filled += end - start;
    }
    return new PackedCells(this.layout, bytes, starts, ends, only);
  }

  retain(): void {
    if (this.references === 0) throw new Error(`the run ${this.name} is closed`);
    this.references++;
  }

  release(): void {
    this.references--;
    if (this.references === 0) closeSync(this.fileDescriptor);
  }

  private read(target: Uint8Array, offset: number, lengthBytes: number, positionBytes: number): void {
    if (this.references === 0) throw new Error(`the run ${this.name} is closed`);
    const bytesRead = readSync(this.fileDescriptor, target, offset, lengthBytes, positionBytes);
    if (bytesRead !== lengthBytes) throw new RunFaultError(`${VALUES_FILE} of ${this.name} was cut short`);
  }
}
