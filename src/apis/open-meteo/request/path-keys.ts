import type { IncomingMessage, Server } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Problem, pathOf } from '../../../core/http/index.js';

const WITH_KEY = /^\/open-meteo\/key\/([^/]+)\/v1\/forecast\/?$/;
const FORECAST = '/open-meteo/v1/forecast';

/** The requests whose key was in the path. */
const withPathKey = new WeakSet<IncomingMessage>();

/**
 * Handles `/open-meteo/key/{apikey}/v1/forecast`, for clients that can be configured with a URL but not with a key, as
 * if the key had been sent in the query. From here on, the path contains no key that could be echoed.
 */
export function takePathKeys(server: Server): void {
  server.prependListener('request', (message) => {
    const url = message.url!;
    const path = pathOf(url);
    const key = unescaped(WITH_KEY.exec(path)?.[1]);
    if (key === undefined) return;
    withPathKey.add(message);
    const query = url.slice(url.indexOf(path) + path.length).replace('?', '&');
    message.url = `${FORECAST}?apikey=${encodeURIComponent(key)}${query}`;
  });
}

/** @throws Problem insufficient_scope if the key was in the path and can do more than read forecasts */
export function refusePowerfulPathKey({ raw, principal }: FastifyRequest): void {
  if (!withPathKey.has(raw) || principal?.scopes.join() === 'forecast:read') return;
  throw new Problem('insufficient_scope', {
    detail: 'A key in the path must have the scope forecast:read alone.',
  });
}

/** Undefined if it cannot be decoded. */
function unescaped(segment: string | undefined): string | undefined {
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
