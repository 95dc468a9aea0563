import { queryOptions } from '@tanstack/react-query';
import { readProblem } from '../../api/transport/client.ts';
import { reach } from '../../api/transport/connection.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';

// The parts of the OpenAPI document that the page shows.

export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  format?: string;
  enum?: (string | number)[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  example?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
}

interface ProblemExample {
  $ref?: string;
  /** How to fix the error. */
  description: string;
  value: { code: string; title: string; status: number; detail: string };
}

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, ProblemExample>;
}

export interface Answer {
  $ref?: string;
  description: string;
  content?: Record<string, Content>;
}

export interface Operation {
  method: string;
  path: string;
  operationId: string;
  summary: string;
  description?: string;
  deprecated?: boolean;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Answer>;
  security?: Record<string, string[]>[];
}

export interface OpenApiDocument {
  info: { description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Answer>;
    examples: Record<string, ProblemExample>;
  };
}

/** The public document at `/openapi.json`. */
export const documentQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async () => {
    const response = await reach(new Request('/openapi.json'));
    if (!response.ok) throw new ProblemError(response, await readProblem(response));
    return (await response.json()) as OpenApiDocument;
  },
  staleTime: Infinity,
});

/** Returns the operations, with references to shared responses and examples resolved. */
export function operationsOf({ paths, components }: OpenApiDocument): Operation[] {
  const answerOf = (given: Answer): Answer => {
    const answer = referred(components.responses, given);
    const content = mapValues(answer.content ?? {}, ({ examples = {}, ...others }) => ({
      ...others,
      examples: mapValues(examples, (example) => referred(components.examples, example)),
    }));
    return { ...answer, content };
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
      parameters: operation.parameters ?? [],
      responses: mapValues(operation.responses, answerOf),
    })),
  );
}

function referred<T extends { $ref?: string }>(components: Record<string, T>, part: T): T {
  return part.$ref === undefined ? part : components[part.$ref.split('/').at(-1)!];
}

function mapValues<T, U>(members: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(value)]));
}

/** Groups operations by tag, in the document's order. Tags that the document doesn't describe come last. */
export function operationGroups(
  { tags }: OpenApiDocument,
  operations: Operation[],
): { tag: string; operations: Operation[] }[] {
  const members = Object.groupBy(operations, (operation) => operation.tags[0]);
  const headings = new Set([...tags.map(({ name }) => name), ...Object.keys(members)]);
  return [...headings].flatMap((tag) => (members[tag] ? [{ tag, operations: members[tag] }] : []));
}

export interface ErrorCode {
  code: string;
  status: number;
  title: string;
  advice: string;
  /** Example of a response body. */
  example: ProblemExample['value'];
}

/** Returns all error codes of the operations; the first operation with a code provides its example. */
export function errorCodes(operations: Operation[]): ErrorCode[] {
  const codes = new Map<string, ErrorCode>();
  for (const { content = {} } of operations.flatMap(({ responses }) => Object.values(responses)))
    for (const { description, value } of Object.values(content['application/problem+json']?.examples ?? {}))
      if (!codes.has(value.code)) codes.set(value.code, { ...value, advice: description, example: value });
  return [...codes.values()].sort(
    (one, other) => one.status - other.status || one.code.localeCompare(other.code),
  );
}
