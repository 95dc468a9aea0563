import { queryOptions } from '@tanstack/react-query';
import { readProblem } from '../../api/client.ts';
import { reach } from '../../api/connection.ts';
import { ProblemError } from '../../api/problem-error.ts';

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
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  schema?: Schema;
  examples?: Record<string, { value: { code: string; title: string; status: number; detail: string } }>;
}

export interface Answer {
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
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  components: { schemas: Record<string, Schema> };
}

/** The same document that `/openapi.json` gives to everybody. */
export const documentQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async () => {
    const response = await reach(new Request('/openapi.json'));
    if (!response.ok) throw new ProblemError(response, await readProblem(response));
    return (await response.json()) as OpenApiDocument;
  },
  staleTime: Infinity,
});

/** What a newcomer looks for comes first, what is not named here at the end. */
const TAG_ORDER = ['Weather', 'API keys', 'Clients', 'Usage', 'Sessions', 'Accounts', 'Audit', 'Health'];
const rankOf = (tag: string) => (TAG_ORDER.includes(tag) ? TAG_ORDER.indexOf(tag) : TAG_ORDER.length);

/** Operations under the heading that they have in the document. */
export function operationGroups({ paths }: OpenApiDocument): { tag: string; operations: Operation[] }[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
      parameters: operation.parameters ?? [],
    })),
  );
  return Object.entries(Object.groupBy(operations, ({ tags }) => tags[0]))
    .map(([tag, members = []]) => ({ tag, operations: members }))
    .sort((one, other) => rankOf(one.tag) - rankOf(other.tag));
}

export interface ErrorCode {
  code: string;
  status: number;
  title: string;
  remedy: string;
}

/** Every error that an operation can answer with, by status. */
export function errorCodes({ paths }: OpenApiDocument): ErrorCode[] {
  const codes = new Map<string, ErrorCode>();
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const { content = {} } of Object.values(operation.responses))
      for (const { value } of Object.values(content['application/problem+json']?.examples ?? {}))
        codes.set(value.code, { ...value, remedy: value.detail });
  return [...codes.values()].sort(
    (one, other) => one.status - other.status || one.code.localeCompare(other.code),
  );
}
