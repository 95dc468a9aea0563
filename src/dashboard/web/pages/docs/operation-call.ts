import { useMutation } from '@tanstack/react-query';
import { readProblem } from '../../api/transport/client.ts';
import { reach } from '../../api/transport/connection.ts';
import { ephemeralKey } from '../../api/transport/ephemeral-key.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';
import type { Problem } from '../../api/schemas.ts';
import type { Operation } from './document.ts';
import { needsKey, requestOf } from './operation-request.ts';
import type { Sent } from './sent-answer.tsx';

/** Sends the request described by a form, with a key kept only in memory. */
export function useOperationCall(operation: Operation, clientId: string | undefined) {
  return useMutation({
    mutationFn: (values: FormData) => send(operation, values, clientId),
    gcTime: 0,
  });
}

async function send(operation: Operation, values: FormData, clientId: string | undefined): Promise<Sent> {
  const { method, pathAndQuery, headers: given, body } = requestOf(operation, values);
  const headers = new Headers(given);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (needsKey(operation) && clientId !== undefined) headers.set('apikey', await ephemeralKey(clientId));
  const beganMs = performance.now();
  const response = await reach(new Request(pathAndQuery, { method, headers, body, cache: 'no-store' }));
  const problem = await faultsOf(response.clone());
  const text = await response.text();
  return {
    status: response.status,
    headers: [...response.headers],
    tookMs: Math.round(performance.now() - beganMs),
    isJson: /\bjson\b/.test(response.headers.get('content-type') ?? ''),
    text,
    problem,
  };
}

/** Returns the validation errors. Those of body members are assigned to the single field for the whole body. */
async function faultsOf(response: Response): Promise<ProblemError | null> {
  if (response.ok) return null;
  const problem: Partial<Problem> = await readProblem(response);
  if (problem.errors === undefined) return null;
  const inBody = problem.errors.filter(({ pointer }) => pointer !== undefined);
  const others = problem.errors.filter(({ pointer }) => pointer === undefined);
  const body = { parameter: 'body', detail: inBody.map(faultText).join(' ') };
  return new ProblemError(response, { ...problem, errors: inBody.length > 0 ? [...others, body] : others });
}

const faultText = ({ pointer = '', detail }: NonNullable<Problem['errors']>[number]) =>
  pointer === '' ? detail : `${pointer}: ${detail}`;
