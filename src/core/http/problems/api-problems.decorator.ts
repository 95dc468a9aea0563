import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { ProblemCode } from '../../features/names.types.js';

/** The prefix of extensions that stand for codes until the OpenAPI document gets their descriptions. */
const MARK = 'x-problem-';

/** Example details of errors whose detail differs between routes. */
type ProblemDetails = Partial<Record<ProblemCode, string>>;

/**
 * Documents the errors of a route: one response for each status, with an example of each code. When used several times
 * on one route, also by other decorators, the codes add up.
 */
export function ApiProblems(...problems: (ProblemCode | ProblemDetails)[]): MethodDecorator {
  const details = problems.map((problem) => (typeof problem === 'string' ? { [problem]: true } : problem));
  const marks = details.flatMap((problem) => Object.entries(problem));
  return applyDecorators(...marks.map(([code, detail]) => ApiExtension(`${MARK}${code}`, detail)));
}

/** Removes the marks from an operation, and returns its codes with their details, if any. */
export function takeProblems(operation: Record<string, unknown>): Map<ProblemCode, string | undefined> {
  const marks = Object.entries(operation).filter(([key]) => key.startsWith(MARK));
  for (const [mark] of marks) delete operation[mark];
  return new Map(
    marks.map(([mark, detail]) => [
      mark.slice(MARK.length) as ProblemCode,
      typeof detail === 'string' ? detail : undefined,
    ]),
  );
}
