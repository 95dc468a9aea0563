import { expect, it } from '@jest/globals';
import { isCut, startOf } from '../../../src/dashboard/web/pages/docs/answer-start.js';

/** Repeats a text for ever. */
function endless(part: string, type: string) {
  const state = { isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(Buffer.from(part)),
    cancel: () => void (state.isCancelled = true),
  });
  return { state, response: new Response(body, { status: 201, headers: { 'content-type': type } }) };
}

it.each(['application/json', 'text/csv', 'application/geo+json', 'image/svg+xml'])(
  'reads the first 200,000 characters of %s',
  async (type) => {
    const { state, response } = endless('sunny, ', type);
    const start = await startOf(response);
    const text = await start.text();
    expect(text.indexOf('\n\n… Only the first 200,000 characters are shown.')).toBe(200_000);
    expect(isCut(text)).toBe(true);
    expect([start.status, start.headers.get('content-type'), state.isCancelled]).toEqual([201, type, true]);
  },
);

it('leaves short texts, files and empty responses as they are', async () => {
  const short = await startOf(
    new Response('é'.repeat(200_000), { headers: { 'content-type': 'text/plain' } }),
  );
  expect(await short.text()).toBe('é'.repeat(200_000));
  const file = new Response('x'.repeat(300_000), { headers: { 'content-type': 'image/png' } });
  expect(await startOf(file)).toBe(file);
  const none = new Response(null, { status: 204 });
  expect(await startOf(none)).toBe(none);
});

it('reads the first 20 events of a stream', async () => {
  const { state, response } = endless('event: run\ndata: {}\n\n', 'text/event-stream; charset=utf-8');
  const text = await (await startOf(response)).text();
  expect(text.match(/event: run/g)).toHaveLength(20);
  expect(text).toMatch(/\n: Closed after 5 seconds or 20 events\.\n$/);
  expect(state.isCancelled).toBe(true);
});

it('closes a quiet stream after some time', async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('retry: 3000\n\n')),
    cancel: () => void (isCancelled = true),
  });
  const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  expect(await (await startOf(response, 20)).text()).toMatch(/^retry: 3000\n\n: Closed/);
  expect(isCancelled).toBe(true);
});
