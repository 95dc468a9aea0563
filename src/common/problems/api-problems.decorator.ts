import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { type ProblemCode, PROBLEMS } from './problem-catalogue.js';
import { ProblemDto } from './problem.dto.js';

const CODES = 'problem-codes';

/**
 * Documents the errors of a route: one response for each status, with an example for each code. Used several times on
 * one route, also by other decorators, the codes add up.
 */
export function ApiProblems(...codes: ProblemCode[]): MethodDecorator {
  return (target, property, descriptor) => {
    const route = descriptor.value as object;
    const known = (Reflect.getMetadata(CODES, route) ?? []) as ProblemCode[];
    const added = codes.filter((code) => !known.includes(code));
    const all = [...known, ...added];
    Reflect.defineMetadata(CODES, all, route);
    ApiExtraModels(ProblemDto)(target, property, descriptor);
    for (const [status, addedOfStatus] of Map.groupBy(added, (code) => PROBLEMS[code].status)) {
      const allOfStatus = all.filter((code) => PROBLEMS[code].status === status);
      ApiResponse(problemResponse(status, addedOfStatus, allOfStatus))(target, property, descriptor);
    }
  };
}

/** Swagger appends the description to the one that the status has already, and takes the content anew. */
function problemResponse(status: number, added: ProblemCode[], codes: ProblemCode[]) {
  return {
    status,
    description: added.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join('\n\n'),
    content: {
      'application/problem+json': {
        schema: { $ref: getSchemaPath(ProblemDto) },
        examples: Object.fromEntries(codes.map((code) => [code, { value: example(code) }])),
      },
    },
  };
}

function example(code: ProblemCode): Record<string, unknown> {
  const { status, title, remedy } = PROBLEMS[code];
  return { type: `/docs/errors#${code}`, title, status, detail: remedy, instance: '/v1', code };
}
