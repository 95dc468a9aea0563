import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decode } from 'fast-png';
import { PngRendererService } from '../../../../src/apis/meteogram/png/png-renderer.service.js';
import { PngThread } from '../../../../src/apis/meteogram/png/png-thread-host.js';
import { Problem } from '../../../../src/core/http/problems/problem.js';
import { drawn } from './draw.js';

/** Renders on demand. */
class HeldThread extends PngThread {
  readonly asked: { svg: string; finish: (png: Buffer) => void; fail: (error: Error) => void }[] = [];

  override render(svg: string): Promise<Buffer> {
    return new Promise((finish, fail) => this.asked.push({ svg, finish, fail }));
  }
}

const turn = () => new Promise((done) => setImmediate(done));

describe('the renderer', () => {
  let thread: HeldThread;
  let renderer: PngRendererService;
  beforeEach(() => {
    thread = new HeldThread();
    renderer = new PngRendererService(thread);
  });

  it('renders the same image once for concurrent requests, and caches it', async () => {
    const both = [renderer.render('a', 'svg', 1, 'one'), renderer.render('a', 'svg', 1, 'two')];
    await turn();
    expect(thread.asked).toHaveLength(1);
    thread.asked[0].finish(Buffer.from('png'));
    expect(await Promise.all(both)).toEqual([Buffer.from('png'), Buffer.from('png')]);
    await turn();
    expect(await renderer.render('a', 'svg', 1, 'three')).toEqual(Buffer.from('png'));
    expect(thread.asked).toHaveLength(1);
  });

  it('renders images one after the other, and continues after a failure', async () => {
    const first = renderer.render('a', 'first', 1, 'one');
    const second = renderer.render('b', 'second', 1, 'one');
    await turn();
    expect(thread.asked.map(({ svg }) => svg)).toEqual(['first']);
    thread.asked[0].fail(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    await turn();
    thread.asked[1].finish(Buffer.from('png'));
    expect(await second).toEqual(Buffer.from('png'));
    void renderer.render('a', 'again', 1, 'one');
    await turn();
    expect(thread.asked.at(-1)!.svg).toBe('again');
  });

  it('rejects a client’s fifth image, and the seventeenth in total', async () => {
    const refusal = (key: string, client: string) => {
      try {
        void renderer.render(key, 'svg', 1, client);
        return undefined;
      } catch (error) {
        return error instanceof Problem ? error.code : error;
      }
    };
    for (let i = 0; i < 4; i++) expect(refusal(`a${i}`, 'one')).toBeUndefined();
    expect(refusal('a4', 'one')).toBe('overloaded');
    for (let i = 0; i < 12; i++) expect(refusal(`b${i}`, `other ${i}`)).toBeUndefined();
    expect(refusal('c', 'last')).toBe('overloaded');
    expect(refusal('a0', 'last')).toBeUndefined();
    await turn();
    thread.asked[0].finish(Buffer.from('png'));
    await turn();
    expect(refusal('c', 'last')).toBeUndefined();
  });
});

describe('the thread', () => {
  const thread = new PngThread();
  afterAll(() => thread.onModuleDestroy());

  it('reports an error in an image, and renders the next one', async () => {
    await expect(thread.render('<svg', 1)).rejects.toThrow(/./);
    const png = decode(await thread.render(drawn({ width: 400 }), 2));
    expect(png.width).toBe(800);
  });

  it('restarts after it has ended', async () => {
    const svg = drawn();
    const pending = thread.render(svg, 3);
    await thread.onModuleDestroy();
    await expect(pending).rejects.toThrow('has ended');
    expect(decode(await thread.render(svg, 1)).width).toBe(600);
  });

  it('doesn’t let a failed thread’s exit affect the next image', async () => {
    const failed = thread.render(drawn(), 1);
    const { worker } = thread as unknown as { worker: Worker };
    worker.emit('error', new Error('broken'));
    await expect(failed).rejects.toThrow('broken');
    const next = thread.render(drawn({ width: 400 }), 1);
    await worker.terminate();
    expect(decode(await next).width).toBe(400);
  });

  it('reads no files and requests no URLs referenced in an image', async () => {
    const body = '<rect width="9" height="9" fill="#fff"/>';
    const of = (inner: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${body}${inner}</svg>`;
    const plain = await thread.render(of(''), 1);
    const path = fileURLToPath(new URL('../../../../src/dashboard/screenshots/usage.png', import.meta.url));
    expect(existsSync(path)).toBe(true);
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end(readFileSync(path));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/usage.png`;
    for (const href of [path, pathToFileURL(path).href, url])
      expect(await thread.render(of(`<image width="9" height="9" href="${href}"/>`), 1)).toEqual(plain);
    server.close();
    expect(requests).toBe(0);
  });
});
