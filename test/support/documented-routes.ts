import { readFileSync } from 'node:fs';

/** A route as the OpenAPI document has it. */
export interface DocumentedRoute {
  operationId: string;
  method: string;
  /** With `{name}` for what varies. */
  path: string;
  /** The path with the examples of its parameters, which name nothing that exists. */
  examplePath: string;
  /** The names of the security schemes of which one lets a caller in; none for what is public. */
  security: string[];
  /** Whether its errors are problems, as most routes have them. */
  isProblem: boolean;
  /** The example of the body; undefined for a route that takes none, or none in JSON. */
  body?: Record<string, unknown>;
}

interface DocumentedOperation {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: { in: string; name: string; example: string }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
  requestBody?: { content: { 'application/json'?: { example: Record<string, unknown> } } };
}

const document = JSON.parse(readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, DocumentedOperation>>;
};

export const DOCUMENTED_ROUTES: DocumentedRoute[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(
    ([method, { operationId, security, parameters = [], requestBody, responses }]) => ({
      operationId,
      method: method.toUpperCase(),
      path,
      examplePath: fillPath(path, Object.fromEntries(parameters.map(({ name, example }) => [name, example]))),
      isProblem:
        'application/problem+json' in (responses['400']?.content ?? { 'application/problem+json': {} }),
      security: security.flatMap((scheme) => Object.keys(scheme)),
      body: requestBody?.content['application/json']?.example,
    }),
  ),
);

/** Those whose errors are problems: the others speak another protocol. */
export const PROBLEM_ROUTES = DOCUMENTED_ROUTES.filter(({ isProblem }) => isProblem);

/** What varies in a path, by name. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}

export function fillPath(path: string, values: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => values[name]);
}
