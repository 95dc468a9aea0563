import type { CustomFetch } from 'openid-client';

const MOST_BYTES = 1_000_000;

/**
 * A fetch for what one sign-in asks a provider: all of it together ends with the signal, and no response is larger than 1 MB.
 * @throws Error for a larger one
 */
export function boundedFetch(signal: AbortSignal): CustomFetch {
  return async (url, options) => {
    const response = await fetch(url, { ...(options as RequestInit), signal });
    const body = await readAll(response);
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
