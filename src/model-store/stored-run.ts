import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { type VariableName } from '../meteo/variables.js';
import { parseRunManifest } from './parse-run-manifest.js';
import { RunFaultError } from './run-fault-error.js';
import { MANIFEST_FILE, recordLength, VALUES_FILE, type RunManifest } from './run-manifest.js';

/** A grid point: row from the north, column from the west. */
export interface Cell {
  y: number;
  x: number;
}

/**
 * One published run, open for reading. Who reads it after the catalogue may have looked at the store again (in a later
 * turn of the event loop) retains it before and releases it afterwards. The file is closed with the last release, so a
 * run that is deleted meanwhile stays readable until then.
 */
export class StoredRun {
  readonly run: Date;
  readonly publishedAt: Date;
  readonly recordLength: number;
  private readonly variableIndices: Map<VariableName, number>;
  private references = 1;

  private constructor(
    readonly name: string,
    readonly manifest: RunManifest,
    private readonly fileDescriptor: number,
  ) {
    this.run = new Date(manifest.run);
    this.publishedAt = new Date(manifest.publishedAt);
    this.recordLength = recordLength(manifest);
    this.variableIndices = new Map(manifest.variables.map(({ name }, index) => [name, index]));
  }

  /**
   * Opens the run in `<runsDirectory>/<name>`.
   *
   * @throws RunFaultError when the manifest is broken or the values have another size than it says; the system's
   * error (ENOENT) when a file is missing
   */
  static open(runsDirectory: string, name: string): StoredRun {
    const manifest = parseRunManifest(readFileSync(join(runsDirectory, name, MANIFEST_FILE), 'utf8'));
    const fileDescriptor = openSync(join(runsDirectory, name, VALUES_FILE), 'r');
    const run = new StoredRun(name, manifest, fileDescriptor);
    const { size } = fstatSync(fileDescriptor);
    const expectedBytes = manifest.grid.ni * manifest.grid.nj * run.recordLength * 2;
    if (size === expectedBytes) return run;
    run.release();
    throw new RunFaultError(`${VALUES_FILE} has ${size} bytes, not ${expectedBytes}`);
  }

  /** The place of a variable in the manifest's list and in the records, or undefined when the run lacks it. */
  variableIndex(name: VariableName): number | undefined {
    return this.variableIndices.get(name);
  }

  /** The record of one cell: `recordLength` codes in the order of the manifest. */
  readCell(y: number, x: number): Uint16Array {
    return this.readCells([{ y, x }]);
  }

  /** The records of some cells, one after the other. Cells that are neighbours in the file take one read. */
  readCells(cells: readonly Cell[]): Uint16Array {
    const { ni } = this.manifest.grid;
    const records = new Uint16Array(cells.length * this.recordLength);
    for (let first = 0, next: number; first < cells.length; first = next) {
      const place = cells[first].y * ni + cells[first].x;
      next = first + 1;
      while (next < cells.length && cells[next].y * ni + cells[next].x === place + next - first) next++;
      this.read(records.subarray(first * this.recordLength, next * this.recordLength), place);
    }
    return records;
  }

  /**
   * The codes of one variable in some cells, one for each step, cell after cell; undefined when the run lacks it. Reads
   * nothing else of the records.
   */
  readVariable(cells: readonly Cell[], name: VariableName): Uint16Array | undefined {
    const index = this.variableIndex(name);
    if (index === undefined) return undefined;
    const count = this.manifest.stepsHours.length;
    const codes = new Uint16Array(cells.length * count);
    cells.forEach(({ y, x }, i) => {
      const place = y * this.manifest.grid.ni + x;
      const target = codes.subarray(i * count, (i + 1) * count);
      this.readCodes(target, place * this.recordLength + index * count);
    });
    return codes;
  }

  retain(): void {
    if (this.references === 0) throw new Error(`the run ${this.name} is closed`);
    this.references++;
  }

  release(): void {
    this.references--;
    if (this.references === 0) closeSync(this.fileDescriptor);
  }

  private read(target: Uint16Array, place: number): void {
    this.readCodes(target, place * this.recordLength);
  }

  /** @param position the number of codes before the first */
  private readCodes(target: Uint16Array, position: number): void {
    if (this.references === 0) throw new Error(`the run ${this.name} is closed`);
    const bytesRead = readSync(this.fileDescriptor, target, 0, target.byteLength, position * 2);
    if (bytesRead !== target.byteLength)
      throw new RunFaultError(`${VALUES_FILE} of ${this.name} was cut short`);
  }
}
