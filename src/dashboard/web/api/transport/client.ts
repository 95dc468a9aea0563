import createClient from 'openapi-fetch';
import type { paths, Problem } from '../schemas.ts';
import { reach } from './connection.ts';
import { ProblemError } from './problem-error.ts';
import { gateState, untilSignedInAgain } from './session-gate.ts';

const OPTIONS = { baseUrl: location.origin, fetch: sendSignedIn };

/** The service's API for the pages of features, typed by its OpenAPI document. */
export const featureApi = createClient<paths>(OPTIONS);

/** The same for the dashboard's own pages: calls throw a ProblemError, or an UnreachableError. */
export const api = createClient<paths>(OPTIONS);
api.use({
  onResponse: async ({ response }) => {
    if (!response.ok) throw new ProblemError(response, await readProblem(response));
  },
});

/** Routes that take a session or an API key miss the key once the session has ended. */
const WAITED_FOR: Record<401 | 403, { codes: readonly string[]; reason: 'ended' | 'stale' }> = {
  401: { codes: ['unauthenticated', 'missing_api_key'], reason: 'ended' },
  403: { codes: ['fresh_sign_in_required'], reason: 'stale' },
};

/** If the session has ended, or its sign-in is too long ago, requests wait for the next sign-in and are then repeated. */
async function sendSignedIn(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await reach(request);
  if (!(response.status === 401 || response.status === 403) || gateState.get().accountId === null)
    return response;
  const { codes, reason } = WAITED_FOR[response.status];
  const { code = '' } = await readProblem(response.clone());
  if (!codes.includes(code)) return response;
  return (await untilSignedInAgain(reason)) ? reach(again) : response;
}

/** The body of the response to a call of `api`, for calls that no hook makes. */
export const answerOf = async <T>(call: Promise<{ data?: T }>): Promise<T> => (await call).data as T;

export async function readProblem(response: Response): Promise<Partial<Problem>> {
  const body: unknown = await response.json().catch(() => ({}));
  return typeof body === 'object' && body !== null ? body : {};
}
