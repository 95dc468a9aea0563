import createClient from 'openapi-fetch';
import { reach } from './connection.ts';
import { ProblemError } from './problem-error.ts';
import type { Paths, Problem } from '../schemas.ts';
import { gateState, untilSignedInAgain } from './session-gate.ts';

/** The service's API, typed by its OpenAPI document. Wrap calls in `answerOf`. */
export const api = createClient<Paths>({
  baseUrl: location.origin,
  fetch: (request) => sendSignedIn(request),
});

/** If the session ends while the page is open, requests wait for the next sign-in and are then repeated. */
async function sendSignedIn(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await reach(request);
  if (response.status !== 401 || gateState.get().accountId === null) return response;
  const { code } = await readProblem(response.clone());
  if (code !== 'unauthenticated') return response;
  await untilSignedInAgain();
  return reach(again);
}

/**
 * Returns the body of a successful response.
 * @throws ProblemError for an error response, UnreachableError if there is no response
 */
export async function answerOf<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok) return data as T;
  throw new ProblemError(response, isObject(error) ? error : {});
}

export async function readProblem(response: Response): Promise<Partial<Problem>> {
  const body: unknown = await response.json().catch(() => ({}));
  return isObject(body) ? body : {};
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
