import { queryOptions } from '@tanstack/react-query';
import { readProblem } from '../../api/transport/client.ts';
import { reach } from '../../api/transport/connection.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';

// The parts of the OpenAPI document that the dashboard reads itself. Swagger UI shows it as a whole.

export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  enum?: (string | number)[];
  items?: Schema;
  properties?: Record<string, Schema>;
  type?: string | string[];
  format?: string;
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
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  /** Missing if `content` has one. */
  schema?: Schema;
}

interface ProblemExample {
  $ref?: string;
  /** How to fix the error. */
  description: string;
  value: { code: string; title: string; status: number; detail: string };
}

interface Answer {
  $ref?: string;
  content?: Record<string, { schema?: Schema; example?: unknown; examples?: Record<string, ProblemExample> }>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, Answer>;
  security?: Record<string, string[]>[];
}

export interface OpenApiDocument {
  info: { description: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Answer>;
    examples: Record<string, ProblemExample>;
    securitySchemes: Record<string, { in?: string }>;
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

export const needsKey = ({ security = [] }: Operation) => hasScheme(security, 'apiKeyHeader');
export const needsSession = ({ security = [] }: Operation) => hasScheme(security, 'session');
export const takesClient = ({ security = [] }: Operation) => hasScheme(security, 'clientCredentials');
const hasScheme = (security: Record<string, string[]>[], scheme: string) =>
  security.some((one) => scheme in one);

export const operationsOf = ({ paths }: OpenApiDocument): Operation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

/** What a reference stands for. */
const referred = <T extends { $ref?: string }>(components: Record<string, T>, part: T): T =>
  part.$ref === undefined ? part : components[part.$ref.split('/').at(-1)!];

/** Resolves a reference to a schema and merges the properties next to it. */
export function resolve(document: OpenApiDocument, schema: Schema): Schema {
  const { $ref, allOf, ...own } = schema;
  if ($ref !== undefined)
    return { ...resolve(document, referred(document.components.schemas, { $ref })), ...own };
  return allOf?.length === 1 ? { ...resolve(document, allOf[0]), ...own } : schema;
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
export function errorCodes({ components }: OpenApiDocument, operations: Operation[]): ErrorCode[] {
  const codes = new Map<string, ErrorCode>();
  for (const given of operations.flatMap(({ responses }) => Object.values(responses))) {
    const { content = {} } = referred(components.responses, given);
    for (const example of Object.values(content['application/problem+json']?.examples ?? {})) {
      const { description, value } = referred(components.examples, example);
      if (!codes.has(value.code)) codes.set(value.code, { ...value, advice: description, example: value });
    }
  }
  return [...codes.values()].sort(
    (one, other) => one.status - other.status || one.code.localeCompare(other.code),
  );
}
