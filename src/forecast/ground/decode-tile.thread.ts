// Entry point of the worker thread that decodes a tile, which takes about 100 ms. It imports none of the service's other
// modules but types, so that it also runs without being compiled.
import { parentPort, workerData } from 'node:worker_threads';
import { GeoTIFF } from 'geotiff';
import type { FromThread, TileTask, ToThread } from './tile-messages.types.js';

const MOST_CODE = 65_535;
/** In GeoTIFF: the tie point is the center of the first cell, as in Copernicus GLO-90, instead of its corner. */
const PIXEL_IS_POINT = 2;
/** Degrees; a tenth of a cell. */
const TOLERANCE = 1e-4;
/** Meters. */
const LOWEST = -1000;
const HIGHEST = 9000;

interface Slice {
  offset: number;
  length: number;
}

const { corner, rows, mostColumns } = workerData as TileTask;
const port = parentPort!;
const waiting = new Map<number, (bytes: ArrayBuffer) => void>();
let lastId = 0;

const source = {
  fileSize: null,
  fetch: (slices: Slice[]) => Promise.all(slices.map(read)),
  fetchSlice: (slice: Slice) => read(slice),
  close: () => Promise.resolve(),
};

port.on('message', ({ id, bytes }: ToThread) => {
  waiting.get(id)?.(bytes);
  waiting.delete(id);
});
tell(await decode().catch((error: unknown): FromThread => ({ kind: 'damaged', reason: reasonOf(error) })));
port.close();

/** Decodes the first image; the others are overviews. */
async function decode(): Promise<FromThread> {
  const tiff = await GeoTIFF.fromSource(source as never);
  const image = await tiff.getImage(0);
  const [columns, height] = [image.getWidth(), image.getHeight()];
  if (height !== rows || columns < 2 || columns > mostColumns)
    throw new Error(`it has ${columns} columns and ${height} rows`);
  const [west, north] = image.getOrigin();
  const [width, negativeHeight] = image.getResolution();
  // The library returns the tie point as it is.
  const half = image.getGeoKeys()?.GTRasterTypeGeoKey === PIXEL_IS_POINT ? 0 : 0.5;
  const isThere =
    Math.abs(width * columns - 1) < TOLERANCE &&
    Math.abs(-negativeHeight * rows - 1) < TOLERANCE &&
    Math.abs(west + half * width - corner.longitude) < TOLERANCE &&
    Math.abs(north + half * negativeHeight - corner.latitude - 1) < TOLERANCE;
  if (!isThere) throw new Error(`it isn't the degree from ${corner.latitude}, ${corner.longitude}`);
  const values = (await image.readRasters({ interleave: true })) as unknown as ArrayLike<number>;
  return encoded(values, columns);
}

/** Spreads the codes over the range of the heights: they are off by at most half a step, 0.07 m. */
function encoded(values: ArrayLike<number>, columns: number): FromThread {
  const count = rows * columns;
  if (values.length !== count) throw new Error(`it has ${values.length} values instead of ${count}`);
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    const value = values[i];
    if (!(value >= LOWEST && value <= HIGHEST)) throw new Error(`${value} is no height in meters`);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const scale = (most - least) / MOST_CODE;
  const codes = new Uint16Array(count);
  if (scale > 0) for (let i = 0; i < count; i++) codes[i] = Math.round((values[i] - least) / scale);
  return { kind: 'done', columns, reference: least, scale, codes };
}

function read({ offset, length }: Slice): Promise<ArrayBuffer> {
  const id = ++lastId;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    tell({ kind: 'read', id, offset, length });
  });
}

function tell(message: FromThread): void {
  port.postMessage(message, message.kind === 'done' ? [message.codes.buffer] : []);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
