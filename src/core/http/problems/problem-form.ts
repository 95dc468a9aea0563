import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtension, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { addRouteConfig } from '../route-config.js';
import type { Problem } from './problem.js';
import type { ProblemBody } from './problem-catalogue.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    problemForm?: ProblemForm;
  }
}

/** How a route that imitates another service's API writes its errors. */
export interface ProblemForm {
  /** The prefix of the paths, of known and unknown routes, to which the form applies, such as `/open-meteo/`. */
  readonly folder: string;
  readonly mediaType: string;
  /** The class that documents the body. */
  readonly schema: Type;
  write(problem: ProblemBody): object;
  /** Headers in place of the problem's own. */
  headers?(problem: Problem, publicUrl: string): Record<string, string>;
}

const EXTENSION = 'x-error-form';
const OWN = 'x-own-errors';

/** The media type of RFC 9457. */
export const PROBLEM_JSON = 'application/problem+json';

export const WritesProblemsAs = (form: ProblemForm): MethodDecorator =>
  applyDecorators(
    addRouteConfig({ problemForm: form }),
    ApiExtraModels(form.schema),
    ApiExtension(EXTENSION, { mediaType: form.mediaType, schema: getSchemaPath(form.schema) }),
  );

/** Removes the mark from an operation, and returns the form of its errors; undefined for the standard form. */
export function takeProblemForm(
  operation: Record<string, unknown>,
): { mediaType: string; schema: string } | undefined {
  const form = operation[EXTENSION] as { mediaType: string; schema: string } | undefined;
  delete operation[EXTENSION];
  return form;
}

/** For a route that writes and documents the errors of its guards and its handler itself, such as OAuth's. */
export const WritesOwnProblems = (): MethodDecorator => ApiExtension(OWN, true);

/** Removes the mark from an operation, and returns whether it was there. */
export function takeOwnProblemsMark(operation: Record<string, unknown>): boolean {
  const isMarked = OWN in operation;
  delete operation[OWN];
  return isMarked;
}

/** Returns a problem in the route's form. */
export function writtenProblem(
  problem: ProblemBody,
  form: ProblemForm | undefined,
): { contentType: string; text: string } {
  return {
    contentType: `${form?.mediaType ?? PROBLEM_JSON}; charset=utf-8`,
    text: JSON.stringify(form ? form.write(problem) : problem),
  };
}
