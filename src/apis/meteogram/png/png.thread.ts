import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { PngReply, PngTask } from './png-messages.types.js';

const FONT = 'Inter';
const { resolve } = createRequire(import.meta.url);
const read = (path: string) => readFileSync(resolve(path));

await initWasm(read('@resvg/resvg-wasm/index_bg.wasm'));
// The machine may have no fonts at all.
const fontBuffers = ['400Regular/Inter_400Regular', '600SemiBold/Inter_600SemiBold'].map((file) =>
  read(`@expo-google-fonts/inter/${file}.ttf`),
);

parentPort!.on('message', ({ id, svg, scale }: PngTask) => {
  parentPort!.postMessage(reply(id, svg, scale));
});

function reply(id: number, svg: string, scale: number): PngReply {
  try {
    const picture = new Resvg(svg, {
      font: { fontBuffers, defaultFontFamily: FONT, sansSerifFamily: FONT },
      fitTo: { mode: 'zoom', value: scale },
    });
    const rendered = picture.render();
    const png = rendered.asPng();
    rendered.free();
    picture.free();
    return { id, png };
  } catch (error) {
    return { id, failure: String(error) };
  }
}
