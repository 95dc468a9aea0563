import type { Client } from '../../api/schemas.ts';
import { reach } from '../../api/transport/connection.ts';
import { ephemeralKey, forgetEphemeralKey } from '../../api/transport/ephemeral-key.ts';
import { startOf } from './answer-start.ts';
import { needsKey, type Operation } from './document.ts';

/** Sends a request, with the temporary key of the client unless the reader has given credentials. */
export async function send(
  operation: Operation,
  client: Client | null | undefined,
  url: string,
  { method, body, headers: given }: RequestInit,
  signal: AbortSignal,
): Promise<Response> {
  const headers = new Headers(given);
  const isSigned = headers.has('apikey') || headers.has('authorization') || /[?&]apikey=/.test(url);
  const isKeyed = needsKey(operation) && client && !isSigned;
  if (isKeyed) headers.set('apikey', await ephemeralKey(client.client_id));
  const response = await reach(new Request(url, { method, body, headers, signal, cache: 'no-store' }));
  if (isKeyed && response.status === 401) forgetEphemeralKey(client.client_id);
  return startOf(response);
}
