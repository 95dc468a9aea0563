import { expect } from '@jest/globals';
import { type ProblemCode } from '../../src/core/features/names.types.js';
import { type Answer } from './api-caller.js';

/** The `PUBLIC_URL` of a service without configuration. */
export const PUBLIC_URL = 'http://localhost:3000';

interface ExpectedProblem {
  /** The path of the request, without its query. */
  instance: string;
  /** Pointers of `errors`, in any order. Without these and `parameters`, there must be no `errors`. */
  pointers?: string[];
  /** Parameters of `errors`, in any order. */
  parameters?: string[];
  detail?: unknown;
  type?: string;
  /** Additional members. */
  others?: Record<string, unknown>;
}

/** Expects a problem response (RFC 9457) with exactly the members that the contract names. */
export function expectProblem(
  answer: Answer<unknown>,
  status: number,
  code: ProblemCode,
  { instance, pointers, parameters, detail, type, others }: ExpectedProblem,
): void {
  const names = pointers?.map((pointer) => ({ pointer })) ?? parameters?.map((parameter) => ({ parameter }));
  const text: unknown = expect.stringMatching(/./);
  expect(answer.body).toEqual({
    type: type ?? `${PUBLIC_URL}/docs/errors#${code}`,
    title: text,
    status,
    detail: detail ?? text,
    instance,
    code,
    ...(names && { errors: expect.any(Array) as unknown }),
    ...others,
  });
  if (names) expectFaults(answer.body as { errors: unknown[] }, names);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
}

function expectFaults({ errors }: { errors: unknown[] }, names: object[]): void {
  const text: unknown = expect.stringMatching(/./);
  expect(errors).toHaveLength(names.length);
  for (const name of names) expect(errors).toContainEqual({ ...name, detail: text });
}
