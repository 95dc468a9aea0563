import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import { type GroundTile, MOST_TILE_COLUMNS, TILE_ROWS } from '../../weather/ground/index.js';

const MAGIC = 'GRN1';
const HEADER_BYTES = 28;
const CHECKSUM_BYTES = 4;
/** A row, and the next one. */
const ROWS_IN_MEMORY = 2;

/** The heights of a tile in meters: reference + code × scale, row by row from the north. */
export interface TileCodes {
  /** 0 for a tile that the source doesn't have, since it is in the ocean. */
  columns: number;
  reference: number;
  scale: number;
  codes: Uint16Array;
}

export const OCEAN: TileCodes = { columns: 0, reference: 0, scale: 0, codes: new Uint16Array() };

/** A file isn't what was written. */
export class DamagedTileError extends Error {
  override readonly name = 'DamagedTileError';
}

/**
 * Encodes a tile, little-endian: a header (magic, columns, rows, reference, scale, checksum), then the codes of each row
 * and their checksum (CRC-32), so that every byte is verified when it is read.
 */
export function encodeTile({ columns, reference, scale, codes }: TileCodes): Buffer {
  const rows = columns === 0 ? 0 : TILE_ROWS;
  const rowBytes = rowBytesOf(columns);
  const file = Buffer.alloc(HEADER_BYTES + rows * rowBytes);
  // Cell by cell, it would take 40 ms of the event loop instead of 4.
  const content = Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength);
  if (endianness() === 'BE') content.swap16();
  file.write(MAGIC, 'latin1');
  file.writeUInt16LE(columns, 4);
  file.writeUInt16LE(rows, 6);
  file.writeDoubleLE(reference, 8);
  file.writeDoubleLE(scale, 16);
  file.writeUInt32LE(crc32(file.subarray(0, 24)), 24);
  for (let row = 0; row < rows; row++) {
    const start = HEADER_BYTES + row * rowBytes;
    content.copy(file, start, 2 * row * columns, 2 * (row + 1) * columns);
    file.writeUInt32LE(crc32(file.subarray(start, start + 2 * columns)), start + 2 * columns);
  }
  return file;
}

/** Returns whether the bytes are a whole tile. */
export function isWholeTile(file: Buffer): boolean {
  try {
    const { columns, rows } = readHeader(file, file.length);
    for (let row = 0; row < rows; row++) {
      const start = HEADER_BYTES + row * rowBytesOf(columns);
      checkRow(file.subarray(start, start + rowBytesOf(columns)), columns);
    }
    return true;
  } catch (error) {
    if (error instanceof DamagedTileError) return false;
    throw error;
  }
}

/** An open file of a tile; its rows are read when they are needed. */
export class StoredTile implements GroundTile {
  private readonly rows = new Map<number, Buffer>();
  private isOpen = true;

  private constructor(
    private readonly file: number,
    private readonly onFault: (error: Error) => void,
    readonly columns: number,
    private readonly reference: number,
    private readonly scale: number,
  ) {}

  /**
   * @param onFault called once if a row can't be read, or is damaged
   * @throws DamagedTileError; the system's error, such as ENOENT
   */
  static open(path: string, onFault: (error: Error) => void): StoredTile | 'ocean' {
    const file = openSync(path, 'r');
    try {
      const head = Buffer.alloc(HEADER_BYTES);
      const read = readSync(file, head, 0, HEADER_BYTES, 0);
      const { columns, reference, scale } = readHeader(head.subarray(0, read), fstatSync(file).size);
      if (columns > 0) return new StoredTile(file, onFault, columns, reference, scale);
    } catch (error) {
      closeSync(file);
      throw error;
    }
    closeSync(file);
    return 'ocean';
  }

  /** NaN if it can't be read. */
  heightAt(row: number, column: number): number {
    const codes = this.row(row);
    return codes ? this.reference + this.scale * codes.readUInt16LE(2 * column) : NaN;
  }

  close(): void {
    if (this.isOpen) closeSync(this.file);
    this.isOpen = false;
  }

  private row(row: number): Buffer | undefined {
    const known = this.rows.get(row);
    if (known || !this.isOpen) return known;
    try {
      const bytes = Buffer.alloc(rowBytesOf(this.columns));
      const read = readSync(this.file, bytes, 0, bytes.length, HEADER_BYTES + row * bytes.length);
      checkRow(bytes.subarray(0, read), this.columns);
      if (this.rows.size >= ROWS_IN_MEMORY) this.rows.delete(this.rows.keys().next().value!);
      this.rows.set(row, bytes);
      return bytes;
    } catch (error) {
      this.close();
      this.onFault(error as Error);
      return undefined;
    }
  }
}

function readHeader(head: Buffer, totalBytes: number) {
  if (head.length < HEADER_BYTES || head.toString('latin1', 0, 4) !== MAGIC)
    throw new DamagedTileError('it is not a tile');
  if (crc32(head.subarray(0, 24)) !== head.readUInt32LE(24))
    throw new DamagedTileError('the checksum of its header differs');
  const [columns, rows] = [head.readUInt16LE(4), head.readUInt16LE(6)];
  if (columns > MOST_TILE_COLUMNS || rows !== (columns === 0 ? 0 : TILE_ROWS))
    throw new DamagedTileError(`it has ${columns} columns and ${rows} rows`);
  const expected = HEADER_BYTES + rows * rowBytesOf(columns);
  if (totalBytes !== expected)
    throw new DamagedTileError(`it has ${totalBytes} bytes instead of ${expected}`);
  return { columns, rows, reference: head.readDoubleLE(8), scale: head.readDoubleLE(16) };
}

function checkRow(row: Buffer, columns: number): void {
  const end = 2 * columns;
  if (row.length !== rowBytesOf(columns) || crc32(row.subarray(0, end)) !== row.readUInt32LE(end))
    throw new DamagedTileError('the checksum of a row differs');
}

function rowBytesOf(columns: number): number {
  return 2 * columns + CHECKSUM_BYTES;
}
