import { readFileSync } from 'node:fs';
import { inlinedDocument } from './inlined-document.js';

/** A route of the OpenAPI document. */
export interface DocumentedRoute {
  operationId: string;
  method: string;
  /** With `{name}` for parameters. */
  path: string;
  /** The path with the parameters' examples, which name nothing that exists. */
  examplePath: string;
  /** Names of the security schemes, any of which grants access; empty for public routes. */
  security: string[];
  /** Whether its errors are problem documents, as for most routes. */
  isProblem: boolean;
  /** The example body; undefined for a route without a JSON body. */
  body?: Record<string, unknown>;
}

interface DocumentedOperation {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: { in: string; name: string; example: string }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
  requestBody?: { content: { 'application/json'?: { example: Record<string, unknown> } } };
}

const document = inlinedDocument(
  JSON.parse(readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, DocumentedOperation>>;
  },
);

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

/** Routes whose errors are problem documents; the others speak another protocol. */
export const PROBLEM_ROUTES = DOCUMENTED_ROUTES.filter(({ isProblem }) => isProblem);

/** Returns the names of the path's parameters. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}

export function fillPath(path: string, values: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => values[name]);
}
