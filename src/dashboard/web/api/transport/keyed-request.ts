import { answerOf, api, readProblem } from './client.ts';
import { reach } from './connection.ts';
import { ProblemError } from './problem-error.ts';

/** Returns a successful response to a request with a short-lived key, limited and metered like the client's own. */
export async function keyedResponse(clientId: string, path: string, signal?: AbortSignal): Promise<Response> {
  const apikey = await ephemeralKey(clientId);
  const response = await reach(new Request(path, { headers: { apikey }, signal }));
  if (response.ok) return response;
  if (response.status === 401) forgetEphemeralKey(clientId);
  throw new ProblemError(response, await readProblem(response));
}

export async function keyedAnswer<T>(clientId: string, path: string, signal: AbortSignal): Promise<T> {
  return (await (await keyedResponse(clientId, path, signal)).json()) as T;
}

interface EphemeralKey {
  key: string;
  endsAtMs: number;
}

/** A key that expires sooner is not used. */
const SPARE_MS = 60_000;
const LIFE_MS = 15 * 60_000;

/** In memory only, so the keys are gone when the page is closed. */
const keys = new Map<string, EphemeralKey>();
/** Those that are being created, which several requests can wait for. */
const coming = new Map<string, Promise<EphemeralKey>>();

/** Returns a short-lived key of the client for trying the API, limited and metered like the client's other keys. */
export async function ephemeralKey(clientId: string): Promise<string> {
  const known = keys.get(clientId);
  if (known !== undefined && known.endsAtMs - SPARE_MS > Date.now()) return known.key;
  const next = coming.get(clientId) ?? create(clientId).finally(() => coming.delete(clientId));
  coming.set(clientId, next);
  return (await next).key;
}

async function create(clientId: string): Promise<EphemeralKey> {
  const { key, expires_at } = await answerOf(
    api.POST('/v1/clients/{clientId}/api-keys', {
      params: { path: { clientId } },
      body: { ephemeral: true },
    }),
  );
  const created = { key, endsAtMs: expires_at === null ? Date.now() + LIFE_MS : Date.parse(expires_at) };
  keys.set(clientId, created);
  return created;
}

/** Call it when the key was refused; the next request creates another. */
export function forgetEphemeralKey(clientId: string): void {
  keys.delete(clientId);
}
