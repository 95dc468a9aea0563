import { answerOf, api } from './client.ts';

interface EphemeralKey {
  key: string;
  endsAtMs: number;
}

/** A key that is about to end is not begun with. */
const SPARE_MS = 60_000;
const LIFE_MS = 15 * 60_000;

/** In memory alone: gone with the page. */
const keys = new Map<string, EphemeralKey>();

/** A key of the client for some minutes, to try the API with; limited and counted as the client's others are. */
export async function ephemeralKey(clientId: string): Promise<string> {
  const known = keys.get(clientId);
  if (known !== undefined && known.endsAtMs - SPARE_MS > Date.now()) return known.key;
  const { key, expires_at } = await answerOf(
    api.POST('/v1/clients/{clientId}/api-keys', {
      params: { path: { clientId } },
      body: { ephemeral: true },
    }),
  );
  keys.set(clientId, { key, endsAtMs: expires_at === null ? Date.now() + LIFE_MS : Date.parse(expires_at) });
  return key;
}

/** After it was refused: the next request begins with another. */
export function forgetEphemeralKey(clientId: string): void {
  keys.delete(clientId);
}
