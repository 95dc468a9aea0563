import { readProblem } from './client.ts';
import { reach } from './connection.ts';
import { ProblemError } from './problem-error.ts';
import { ephemeralKey, forgetEphemeralKey } from './ephemeral-key.ts';

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
