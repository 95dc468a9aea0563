import { ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { type ProblemCode, PROBLEMS } from './problem-catalogue.js';
import { ProblemDto } from './problem.dto.js';

const CODES = 'problem-codes';
export const PROBLEM_TYPE = 'application/problem+json';

/** What any request but GET may be refused with for its body, also where the route takes none. */
export const BODY_PROBLEMS = [
  'malformed_body',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies ProblemCode[];

/**
 * Documents the errors of a route: one response for each status, which names its codes. Used several times on one route,
 * also by other decorators, the codes add up. The document gives each of them an example.
 */
export function ApiProblems(...codes: ProblemCode[]): MethodDecorator {
  return (target, property, descriptor) => {
    const route = descriptor.value as object;
    const known = (Reflect.getMetadata(CODES, route) ?? []) as ProblemCode[];
    const added = codes.filter((code) => !known.includes(code));
    const all = [...known, ...added];
    Reflect.defineMetadata(CODES, all, route);
    for (const [status, addedOfStatus] of Map.groupBy(added, (code) => PROBLEMS[code].status)) {
      const allOfStatus = all.filter((code) => PROBLEMS[code].status === status);
      ApiResponse(problemResponse(status, addedOfStatus, allOfStatus))(target, property, descriptor);
    }
  };
}

/** Swagger appends the description to the one that the status has already, and takes the content anew. */
function problemResponse(status: number, added: ProblemCode[], codes: ProblemCode[]) {
  return { status, description: problemList(added), content: problemContent(codes) };
}

/** What may go wrong, in words. */
export function problemList(codes: readonly ProblemCode[]): string {
  return codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join('\n\n');
}

/** The body of an error, with a place for an example of each code. */
export function problemContent(codes: readonly ProblemCode[]) {
  return {
    [PROBLEM_TYPE]: {
      schema: { $ref: getSchemaPath(ProblemDto) },
      examples: Object.fromEntries(codes.map((code) => [code, { summary: PROBLEMS[code].title }])),
    },
  };
}
