import { open, type FileHandle } from 'node:fs/promises';
import { encode, type Quantisation } from './quantise.js';

/** Cells that are turned from planes into records at a time: 4,096 cells of 5,000 planes are 41 MB. */
const STRIP_CELLS = 4096;
const CHUNK_BYTES = 32 * 1024 * 1024;
const CHUNK_PLANES = 64;

/**
 * Planes of 16-bit codes on disk, written plane by plane and read back strip by strip (all planes of some thousand
 * neighbouring cells). The file is a row of chunks of some planes each, and a chunk is laid out [strip][plane][cell],
 * so that a strip takes one read for each chunk, and memory stays at one chunk or one strip.
 */
export class PlaneSpool {
  private readonly chunk: Uint16Array<ArrayBuffer>;
  private planes = 0;
  private broken = false;

  private constructor(
    private readonly file: FileHandle,
    private readonly cells: number,
    private readonly planesPerChunk: number,
  ) {
    this.chunk = new Uint16Array(planesPerChunk * cells);
  }

  /** Creates the file, which must not exist yet. `cells` is the number of values in a plane. */
  static async create(path: string, cells: number): Promise<PlaneSpool> {
    const planesPerChunk = Math.max(1, Math.min(CHUNK_PLANES, Math.floor(CHUNK_BYTES / (2 * cells))));
    return new PlaneSpool(await open(path, 'wx+'), cells, planesPerChunk);
  }

  /** Appends a plane and returns its index, to be awaited before the next one is added. */
  async add(values: Float64Array, quantisation: Quantisation): Promise<number> {
    this.requireWhole();
    const slot = this.planes % this.planesPerChunk;
    for (let start = 0; start < this.cells; start += STRIP_CELLS) {
      const length = Math.min(STRIP_CELLS, this.cells - start);
      const target = start * this.planesPerChunk + slot * length;
      encode(values, start, start + length, quantisation, this.chunk, target);
    }
    this.planes++;
    if (slot === this.planesPerChunk - 1) await this.writeChunk();
    return this.planes - 1;
  }

  /**
   * Every strip in the order of the cells: `codes` holds [plane][cell], `length` cells for each plane, and is used
   * again for the next strip.
   */
  async *strips(): AsyncGenerator<{ codes: Uint16Array; length: number }> {
    this.requireWhole();
    if (this.planes % this.planesPerChunk !== 0) await this.writeChunk();
    const chunks = Math.ceil(this.planes / this.planesPerChunk);
    const codes = new Uint16Array(chunks * this.planesPerChunk * Math.min(STRIP_CELLS, this.cells));
    for (let start = 0; start < this.cells; start += STRIP_CELLS) {
      const length = Math.min(STRIP_CELLS, this.cells - start);
      const partLength = this.planesPerChunk * length;
      for (let c = 0; c < chunks; c++) {
        const part = codes.subarray(c * partLength, (c + 1) * partLength);
        await this.read(part, (c * this.cells + start) * this.planesPerChunk);
      }
      yield { codes, length };
    }
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  /** A chunk that could not be written has lost planes that were added without an error. */
  private requireWhole(): void {
    if (this.broken) throw new Error('the spool of a run could not be written and has lost planes');
  }

  private async read(target: Uint16Array, offset: number): Promise<void> {
    const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
    const { bytesRead } = await this.file.read(bytes, 0, bytes.length, offset * 2);
    if (bytesRead !== bytes.length) throw new Error('the spool of a run is shorter than what was written');
  }

  private async writeChunk(): Promise<void> {
    const index = Math.ceil(this.planes / this.planesPerChunk) - 1;
    this.broken = true;
    await writeFully(this.file, this.chunk, index * this.chunk.byteLength);
    this.broken = false;
  }
}

/** Writes all bytes of an array at a position, however many calls the system takes for it. */
export async function writeFully(file: FileHandle, array: Uint16Array, positionBytes: number): Promise<void> {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, positionBytes + done);
    done += bytesWritten;
  }
}
