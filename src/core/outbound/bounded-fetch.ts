import type { OutboundFetch, OutboundRequest } from './guarded-fetch.js';

const MOST_BYTES = 1_000_000;

/**
 * Returns a fetch for related requests, such as those of one sign-in: the signal aborts all of them, and no response
 * may exceed 1 MB, or the given length.
 * @param fetchOne sends each request; `fetch` if the operator chose the URLs
 * @throws Error for a larger response
 */
export function boundedFetch(signal: AbortSignal, fetchOne: OutboundFetch, mostBytes = MOST_BYTES) {
  return async (url: string, request?: Omit<OutboundRequest, 'signal'>): Promise<Response> => {
    const response = await fetchOne(url, { ...request, signal });
    const body = await readAll(response, mostBytes).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
    const { status, statusText, headers } = response;
    // Responses with status 204 and the like must not have a body, not even an empty one.
    return new Response(body.length === 0 ? null : body, { status, statusText, headers });
  };
}

async function readAll({ body }: Response, mostBytes: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > mostBytes) throw new Error(`The response is larger than ${mostBytes} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
