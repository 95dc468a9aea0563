import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import { TILE_ROWS, type TileCorner, tilePath } from '../../src/weather/ground/ground-tile.js';

type Height = (row: number, column: number) => number;

interface TiffOptions {
  columns?: number;
  rows?: number;
  /** Degrees by which the image is beside its place. */
  shift?: number;
}

/** Where the values of tags begin that don't fit into their entry. */
const EXTRAS = 300;
const VALUES = 512;

/** A tile as a TIFF with one compressed strip and no overviews, written from the TIFF 6.0 and the GeoTIFF 1.1 standard. */
export function tileTiff(
  corner: TileCorner,
  height: Height,
  { columns = 120, rows = TILE_ROWS, shift = 0 }: TiffOptions = {},
): Buffer {
  const values = Buffer.alloc(rows * columns * 4);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      values.writeFloatLE(height(row, column), (row * columns + column) * 4);
  const strip = deflateSync(values);
  const [width, cellHeight] = [1 / columns, 1 / rows];
  // The center of the first cell is on the corner, so that its own corner is half a cell beyond.
  const [west, north] = [corner.longitude - width / 2 + shift, corner.latitude + 1 + cellHeight / 2];
  const head = Buffer.alloc(VALUES);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  let extra = EXTRAS;
  const doubles = (numbers: number[]) => {
    const at = extra;
    for (const number of numbers) extra = head.writeDoubleLE(number, extra);
    return at;
  };
  const [SHORT, LONG, DOUBLE] = [3, 4, 12];
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, LONG, 1, columns],
    [257, LONG, 1, rows],
    [258, SHORT, 1, 32],
    [259, SHORT, 1, 8],
    [262, SHORT, 1, 1],
    [273, LONG, 1, VALUES],
    [277, SHORT, 1, 1],
    [278, LONG, 1, rows],
    [279, LONG, 1, strip.length],
    [339, SHORT, 1, 3],
    [33550, DOUBLE, 3, doubles([width, cellHeight, 0])],
    [33922, DOUBLE, 6, doubles([0, 0, 0, west, north, 0])],
  ];
  head.writeUInt16LE(entries.length, 8);
  entries.forEach(([tag, type, count, value], i) => {
    const at = 10 + 12 * i;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    head.writeUInt32LE(value, at + 8);
  });
  return Buffer.concat([head, strip]);
}

/** A tile in the Alps, which tells a source that has tiles from a wrong URL. */
export const SURE = { latitude: 46, longitude: 7 };

/** A source of tiles that can fail. */
export class TileServer {
  /** Paths and ranges. */
  readonly requests: { path: string; range: string | undefined }[] = [];
  /** Answers instead, unless it returns false. */
  respond: (response: ServerResponse, path: string) => boolean = () => false;
  private readonly files = new Map<string, Buffer>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TileServer> {
    const server = createServer();
    const tiles = new TileServer(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      tiles.answer(request, response),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    tiles.add(
      SURE,
      tileTiff(SURE, () => 2000),
    );
    return tiles;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** How often a tile was asked for from its beginning. */
  timesAsked(corner: TileCorner): number {
    return this.requests.filter(
      ({ path, range }) => path === tilePath(corner) && range?.startsWith('bytes=0-') === true,
    ).length;
  }

  add(corner: TileCorner, tiff: Buffer): void {
    this.files.set(tilePath(corner), tiff);
  }

  remove(corner: TileCorner): void {
    this.files.delete(tilePath(corner));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private answer({ url = '', headers: { range } }: IncomingMessage, response: ServerResponse): void {
    const path = url.slice(1);
    this.requests.push({ path, range });
    if (this.respond(response, path)) return;
    const file = this.files.get(path);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (!file) response.writeHead(404).end();
    else if (first === undefined) response.writeHead(200).end(file);
    else if (Number(first) >= file.length) response.writeHead(416).end();
    else {
      const end = Math.min(Number(last) + 1, file.length);
      const headers = { 'content-range': `bytes ${first}-${end - 1}/${file.length}` };
      response.writeHead(206, headers).end(file.subarray(Number(first), end));
    }
  }
}
