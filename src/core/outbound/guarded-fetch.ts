import type { LookupAddress, LookupOptions } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { outboundCheck } from './outbound-address.js';

export type LookupAll = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface OutboundRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | URLSearchParams | null;
  redirect?: 'manual';
  signal?: AbortSignal;
}

export type OutboundFetch = (url: string, request?: OutboundRequest) => Promise<Response>;

/**
 * Returns a fetch for URLs that tenants choose. Each name is resolved once and the connection goes to the checked
 * addresses, so DNS rebinding has no effect. Doesn't follow redirects or reuse connections.
 * @param allowedNetworks networks it may always connect to, such as `10.1.0.0/16`
 * @param lookUp resolves names, never in one of the few libuv threads
 */
export function guardedFetch(allowedNetworks: readonly string[], lookUp: LookupAll): OutboundFetch {
  const mayConnect = outboundCheck(allowedNetworks);
  return async (text, { method = 'GET', headers, body, signal } = {}) => {
    const url = new URL(text);
    const { protocol, hostname } = url;
    const isHttps = protocol === 'https:';
    if (!isHttps && protocol !== 'http:') throw refusal(url);
    const port = Number(url.port) || (isHttps ? 443 : 80);
    const isOpen = (address: string) => mayConnect({ protocol, address, port });
    // Node.js doesn't call `lookup` for literal addresses.
    const literal = hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !isOpen(literal)) throw refusal(url);
    const lookup: LookupFunction = (name, options, callback) => {
      lookUp(name, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, []);
        const open = addresses.filter(({ address }) => isOpen(address));
        if (open.length === 0) return callback(refusal(url), []);
        if (options.all) callback(null, open);
        else callback(null, open[0].address, open[0].family);
      });
    };
    const send = isHttps ? httpsRequest : httpRequest;
    const request = send(url, { method, headers, signal, lookup, agent: false });
    request.end(body instanceof URLSearchParams ? body.toString() : (body ?? undefined));
    try {
      return toResponse(await responseTo(request));
    } catch (cause) {
      request.destroy();
      throw new TypeError('fetch failed', { cause });
    }
  };
}

/**
 * Settles whatever the server does: for example, `101 Switching Protocols` ends a request with neither a response nor
 * an error.
 */
function responseTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Not `once`: an error in the body is emitted on the request as well as on the response.
    request.on('error', reject);
    request.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Error('The server switched to another protocol.'));
    });
    request.once('close', () => reject(new Error('The connection ended without a response.')));
  });
}

function toResponse(message: IncomingMessage): Response {
  const { statusCode = 0, headersDistinct } = message;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  // Responses with status 204 and the like must not have a body, not even an empty one.
  const isEmpty = [204, 205, 304].includes(statusCode);
  if (isEmpty) message.resume();
  return new Response(isEmpty ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>), {
    status: statusCode,
    headers,
  });
}

function refusal({ origin }: URL): Error {
  return new Error(`The service doesn't connect to ${origin}.`);
}
