import type { OutboundFetch, OutboundRequest } from './guarded-fetch.js';

const MOST_BYTES = 1_000_000;

/**
 * A fetch for what belongs together, such as one sign-in: all of it ends with the signal, and no response is larger than 1 MB.
 * @param fetchOne by which each request goes out; `fetch` where the operator chose the URLs
 * @throws Error for a larger response
 */
export function boundedFetch(signal: AbortSignal, fetchOne: OutboundFetch) {
  return async (url: string, request?: Omit<OutboundRequest, 'signal'>): Promise<Response> => {
    const response = await fetchOne(url, { ...request, signal });
    const body = await readAll(response).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
    const { status, statusText, headers } = response;
    // The status 204 and its like must not have a body, not even an empty one.
    return new Response(body.length === 0 ? null : body, { status, statusText, headers });
  };
}

async function readAll({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error(`The response is larger than ${MOST_BYTES} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
