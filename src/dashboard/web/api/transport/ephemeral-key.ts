import { answerOf, api } from './client.ts';

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
