import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { PngReply, PngTask } from './png-messages.types.js';

/** An image takes 50 ms; one that takes this long has failed. */
const LONGEST_MS = 10_000;
const HEAP_MB = 64;
/** Has the same file extension as this module, compiled or not. */
const ENTRY = new URL(
  `./png.thread${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
);

interface Waiting {
  id: number;
  worker: Worker;
  resolve: (png: Buffer) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** Renders SVG as PNG, one image at a time, in a worker thread that starts when it is first needed. */
@Injectable()
export class PngThread implements OnModuleDestroy {
  private worker: Worker | undefined;
  private waiting: Waiting | undefined;
  private lastId = 0;

  /** Must not be called before the previous call has settled. */
  render(svg: string, scale: number): Promise<Buffer> {
    const id = ++this.lastId;
    this.worker ??= this.start();
    const { worker } = this;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => void worker.terminate(), LONGEST_MS);
      this.waiting = { id, worker, resolve, reject, timer };
      worker.postMessage({ id, svg, scale } satisfies PngTask);
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(ENTRY, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    // The thread must not keep the process running.
    worker.unref();
    worker.on('message', (reply: PngReply) => {
      if (this.waiting?.id !== reply.id) return;
      const waiting = this.take();
      if ('png' in reply)
        waiting?.resolve(Buffer.from(reply.png.buffer, reply.png.byteOffset, reply.png.length));
      else waiting?.reject(new Error(reply.failure));
    });
    const gone = (error: Error) => {
      if (this.worker === worker) this.worker = undefined;
      // A failed thread exits later, when the next one may be rendering.
      if (this.waiting?.worker === worker) this.take()?.reject(error);
    };
    worker.on('error', gone);
    worker.on('exit', () => gone(new Error('the thread that makes PNG files has ended')));
    return worker;
  }

  private take(): Waiting | undefined {
    const { waiting } = this;
    this.waiting = undefined;
    clearTimeout(waiting?.timer);
    return waiting;
  }
}
