import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Bytes that a response sends before others get their turn. */
const SLICE_BYTES = 64 * 1024;

export interface ThrottledMirror {
  url: string;
  /** Returns the number of bytes sent so far. */
  sentBytes: () => number;
  /** Removes the bandwidth limit. */
  lift: () => void;
  close: () => void;
}

/** Serves files below a folder, and ranges of them, over a link shared by all responses. */
export async function startThrottledMirror(root: string, bytesPerSecond: number): Promise<ThrottledMirror> {
  let sent = 0;
  let freeAtMs = 0;
  let isLimited = true;
  const server = createServer((request, response) => {
    const path = join(root, normalize(request.url ?? '/'));
    send(path, request.headers.range, response).catch(() => response.writeHead(404).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sentBytes: () => sent,
    lift: () => (isLimited = false),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };

  async function send(path: string, range: string | undefined, response: ServerResponse): Promise<void> {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const { 1: first = '0', 2: last = '' } = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
      const end = last === '' ? size : Math.min(Number(last) + 1, size);
      response.writeHead(range ? 206 : 200, {
        'content-length': end - Number(first),
        etag: `"${size}"`,
        ...(range && { 'content-range': `bytes ${first}-${end - 1}/${size}` }),
      });
      if (response.req.method !== 'HEAD')
        for (let at = Number(first); at < end && !response.destroyed; at += SLICE_BYTES) {
          const bytes = Buffer.alloc(Math.min(SLICE_BYTES, end - at));
          await file.read(bytes, 0, bytes.length, at);
          await turn(bytes.length);
          response.write(bytes);
        }
      response.end();
    } finally {
      await file.close();
    }
  }

  /** Waits until the link has carried that many more bytes. */
  async function turn(bytes: number): Promise<void> {
    sent += bytes;
    if (!isLimited) return;
    freeAtMs = Math.max(freeAtMs, performance.now()) + (1000 * bytes) / bytesPerSecond;
    await sleep(freeAtMs - performance.now());
  }
}
