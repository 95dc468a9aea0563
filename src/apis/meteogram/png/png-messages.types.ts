/** A request to the worker thread that renders PNG files. */
export interface PngTask {
  id: number;
  svg: string;
  /** PNG pixels per pixel of the SVG. */
  scale: number;
}

export type PngReply = { id: number; png: Uint8Array } | { id: number; failure: string };
