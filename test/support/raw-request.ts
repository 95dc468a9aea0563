import { request, type OutgoingHttpHeaders } from 'node:http';
import { type Answer } from './api-caller.js';

interface RawRequest {
  method?: string;
  /** Sent as is, even if it isn't valid in a URL. */
  path: string;
  /** Arrays become repeated headers. */
  headers?: OutgoingHttpHeaders;
  /** An array is sent in chunks, without a content length. */
  body?: string | string[];
}

/** Sends what `fetch` can't: repeated headers, another `Host`, odd paths, chunks. Adds no `Accept` or the like. */
export function sendRaw<T = Record<string, unknown>>(
  url: string,
  { method = 'GET', path, headers = {}, body = '' }: RawRequest,
): Promise<Answer<T>> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const length =
      typeof body === 'string' && body !== '' ? { 'content-length': Buffer.byteLength(body) } : {};
    const sent = request(
      { hostname, port, method, path, headers: { ...length, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = text !== '' && /\bjson\b/.test(response.headers['content-type'] ?? '');
          resolve({
            status: response.statusCode!,
            headers: new Headers(
              Object.entries(response.headersDistinct).map(([name, values]) => [name, values!.join(', ')]),
            ),
            body: (isJson ? JSON.parse(text) : text) as T,
          });
        });
      },
    );
    sent.on('error', reject);
    for (const part of [body].flat()) if (part !== '') sent.write(part);
    sent.end();
  });
}
