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

/** How a route writes its errors, where it speaks as another service does. */
export interface ProblemForm {
  /** What the paths of its routes begin with, and those of the unknown ones beside them: `/open-meteo/`. */
  readonly folder: string;
  readonly mediaType: string;
  /** The class that documents the body. */
  readonly schema: Type;
  write(problem: ProblemBody): object;
  /** Headers in place of the problem's own. */
  headers?(problem: Problem, publicUrl: string): Record<string, string>;
}

const EXTENSION = 'x-error-form';

/** As RFC 9457 has them. */
export const PROBLEM_JSON = 'application/problem+json';

export const WritesProblemsAs = (form: ProblemForm): MethodDecorator =>
  applyDecorators(
    addRouteConfig({ problemForm: form }),
    ApiExtraModels(form.schema),
    ApiExtension(EXTENSION, { mediaType: form.mediaType, schema: getSchemaPath(form.schema) }),
  );

/** The form of an operation's errors, which is left without its mark; undefined where they are problems. */
export function takeProblemForm(
  operation: Record<string, unknown>,
): { mediaType: string; schema: string } | undefined {
  const form = operation[EXTENSION] as { mediaType: string; schema: string } | undefined;
  delete operation[EXTENSION];
  return form;
}

/** A problem as the route writes it. */
export function writtenProblem(
  problem: ProblemBody,
  form: ProblemForm | undefined,
): { contentType: string; text: string } {
  return {
    contentType: `${form?.mediaType ?? PROBLEM_JSON}; charset=utf-8`,
    text: JSON.stringify(form ? form.write(problem) : problem),
  };
}
