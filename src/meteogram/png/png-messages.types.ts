/** What the thread that makes PNG files is asked for. */
export interface PngTask {
  id: number;
  svg: string;
  /** How many pixels stand for one. */
  scale: number;
}

export type PngReply = { id: number; png: Uint8Array } | { id: number; failure: string };
