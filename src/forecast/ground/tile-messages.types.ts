import type { TileCorner } from '../../weather/ground/index.js';

/** What the thread that decodes a tile works on. */
export interface TileTask {
  corner: TileCorner;
  rows: number;
  mostColumns: number;
}

/** From the thread: it needs bytes, or is done. */
export type FromThread =
  | { kind: 'read'; id: number; offset: number; length: number }
  | { kind: 'done'; columns: number; reference: number; scale: number; codes: Uint16Array<ArrayBuffer> }
  | { kind: 'damaged'; reason: string };

/** To the thread: the bytes that it asked for; fewer at the end of the file. */
export interface ToThread {
  id: number;
  bytes: ArrayBuffer;
}
