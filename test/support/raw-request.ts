import { request, type OutgoingHttpHeaders } from 'node:http';
import { type Answer } from './api-caller.js';

interface RawRequest {
  method?: string;
  /** Sent as it is, also where no URL may look like that. */
  path: string;
  /** Lists become repeated headers. */
  headers?: OutgoingHttpHeaders;
  /** Several parts are sent in chunks, without a length. */
  body?: string | string[];
}

/** What `fetch` would not send: repeated headers, another `Host`, odd paths, bodies in chunks. Sends no header of its own accord but `Host`. */
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
