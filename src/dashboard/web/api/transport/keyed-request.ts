import { readProblem } from './client.ts';
import { reach } from './connection.ts';
import { ProblemError } from './problem-error.ts';
import { ephemeralKey, forgetEphemeralKey } from './ephemeral-key.ts';

/** The answer to a request with a key of some minutes, so it is limited and counted as the client's other requests are. */
export async function keyedAnswer<T>(clientId: string, path: string, signal: AbortSignal): Promise<T> {
  const apikey = await ephemeralKey(clientId);
  const response = await reach(new Request(path, { headers: { apikey }, signal }));
  if (response.ok) return (await response.json()) as T;
  if (response.status === 401) forgetEphemeralKey(clientId);
  throw new ProblemError(response, await readProblem(response));
}
