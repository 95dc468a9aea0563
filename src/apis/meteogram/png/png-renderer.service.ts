import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../../core/http/index.js';
import { PngThread } from './png-thread-host.js';

const MEBIBYTE = 2 ** 20;
const MOST_KEPT_BYTES = 16 * MEBIBYTE;
/** A second of work, so that nobody waits for long. */
const MOST_WAITING = 16;
const MOST_OF_CLIENT = 4;
const RETRY_AFTER_SECONDS = '1';

/** Renders PNG files, and caches recent ones. */
@Injectable()
export class PngRendererService {
  private readonly kept = new LRUCache<string, Buffer>({
    maxSize: MOST_KEPT_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  private readonly pending = new Map<string, { png: Promise<Buffer>; clientId: string }>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly thread: PngThread) {}

  /**
   * @param key identifies the image and its scale
   * @throws Problem overloaded
   */
  render(key: string, svg: string, scale: number, clientId: string): Promise<Buffer> {
    const kept = this.kept.get(key);
    if (kept) return Promise.resolve(kept);
    const pending = this.pending.get(key);
    if (pending) return pending.png;
    this.admit(clientId);
    const png = this.last.then(() => this.thread.render(svg, scale));
    this.pending.set(key, { png, clientId });
    this.last = png.then(
      (made) => {
        this.pending.delete(key);
        this.kept.set(key, made);
      },
      () => this.pending.delete(key),
    );
    return png;
  }

  private admit(clientId: string): void {
    if (this.pending.size >= MOST_WAITING) throw overloaded('Too many PNG files');
    const own = [...this.pending.values()].filter((each) => each.clientId === clientId).length;
    if (own >= MOST_OF_CLIENT) throw overloaded('Too many PNG files for this client');
  }
}

function overloaded(what: string): Problem {
  return new Problem('overloaded', {
    detail: `${what} are being made. Try again in ${RETRY_AFTER_SECONDS} s.`,
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
}
