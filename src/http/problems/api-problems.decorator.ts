import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { ProblemCode } from '../../features/names.types.js';

/** Begins the extensions that stand for codes, until the OpenAPI document is completed by what those mean. */
const MARK = 'x-problem-';

/** What a route says in an error of which other routes say something else, as an example. */
type ProblemDetails = Partial<Record<ProblemCode, string>>;

/**
 * Documents the errors of a route: one response for each status, with an example of each code. Used several times on one
 * route, also by other decorators, the codes add up.
 */
export function ApiProblems(...problems: (ProblemCode | ProblemDetails)[]): MethodDecorator {
  const details = problems.map((problem) => (typeof problem === 'string' ? { [problem]: true } : problem));
  const marks = details.flatMap((problem) => Object.entries(problem));
  return applyDecorators(...marks.map(([code, detail]) => ApiExtension(`${MARK}${code}`, detail)));
}

/** The codes of an operation, which is left without their marks, and what it says in some of them. */
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
