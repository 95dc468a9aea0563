import type { OpenAPIObject } from '@nestjs/swagger';
import { composeExample } from './compose-example.js';
import {
  addBodyProblems,
  completeProblems,
  otherResponses,
  responseComponents,
} from './document-problems.js';
import { EXAMPLE_VALUES } from './example-values.js';
import {
  type DocumentedOperation,
  type OperationObject,
  type ParameterObject,
  type PathItemObject,
  type RequestBodyObject,
  type ResponseObject,
  type SchemaObject,
} from './openapi.types.js';
import { EARLY_HEADERS, headerComponents, headersOf, references } from './response-headers.js';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const satisfies (keyof PathItemObject)[];

const DESCRIPTIONS: Record<string, string> = {
  200: 'What was asked for, or what it is after the change.',
  201: 'What was created.',
  204: 'It is done; there is nothing to tell.',
};

/** What stands in paths, and where its example is found. */
const PATH_PARAMETERS: Record<string, { description: string; prefix: string }> = {
  accountId: { description: 'The id of an account.', prefix: 'acc' },
  sessionId: { description: 'The id of a session.', prefix: 'ses' },
  clientId: { description: 'The id of a client.', prefix: 'cli' },
  keyId: { description: 'The id of an API key.', prefix: 'key' },
};

/** Adds what holds for every route, so that none has to say it: headers, errors, examples, and that a route is public. */
export function completeDocument(document: OpenAPIObject, publicUrl: string): OpenAPIObject {
  simplifyReferences(document);
  const headers = new Set(EARLY_HEADERS);
  closeBodies(document);
  for (const route of operations(document)) {
    const { operation } = route;
    operation.security ??= [];
    for (const parameter of operation.parameters ?? []) completeParameter(parameter as ParameterObject);
    operation.responses = { ...operation.responses, ...otherResponses() };
    if (route.method !== 'get') addBodyProblems(operation.responses);
    for (const [status, response] of Object.entries(operation.responses)) {
      if (status === 'default') continue;
      const names = headersOf(route, status);
      names.forEach((name) => headers.add(name));
      completeResponse(response as ResponseObject, status, names);
    }
    completeProblems(route, publicUrl);
    addExamples(document, operation);
  }
  document.components = {
    ...document.components,
    headers: headerComponents(headers),
    responses: responseComponents(publicUrl),
  };
  return document;
}

/** Every operation of the document, with its method and path. */
export function operations(document: OpenAPIObject): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

function completeParameter(parameter: ParameterObject): void {
  const known = parameter.in === 'path' ? PATH_PARAMETERS[parameter.name] : undefined;
  if (!known) return;
  const { description, prefix } = known;
  parameter.description = description;
  parameter.schema = { type: 'string', pattern: `^${prefix}_[0-9A-Z]{26}$` };
  parameter.example = String(EXAMPLE_VALUES.account_id).replace(/^acc/, prefix);
}

function completeResponse(response: ResponseObject, status: string, headers: string[]): void {
  if (response.description === '') response.description = DESCRIPTIONS[status];
  response.headers = references(headers);
}

function addExamples(document: OpenAPIObject, { requestBody, responses }: OperationObject): void {
  const bodies = [requestBody as RequestBodyObject | undefined, ...Object.values(responses)];
  for (const body of bodies) {
    const { 'application/json': json } = (body as ResponseObject | undefined)?.content ?? {};
    if (json?.schema) json.example = composeExample(document, json.schema);
  }
}

/** Unknown members of bodies are refused, at every level. */
function closeBodies(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  const waiting: unknown[] = operations(document).map(({ operation }) => operation.requestBody);
  const seen = new Set<unknown>();
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    const { $ref, type, properties } = next as SchemaObject & { $ref?: string };
    if ($ref !== undefined) waiting.push(schemas[$ref.split('/').at(-1)!]);
    if (type === 'object' && properties) Object.assign(next, { additionalProperties: false });
    waiting.push(...(Object.values(next) as unknown[]));
  }
}

/** A reference with a description beside it is one reference, which OpenAPI 3.1 allows, and no composition of one. */
function simplifyReferences(document: OpenAPIObject): void {
  for (const schema of Object.values(document.components?.schemas ?? {})) {
    for (const member of Object.values((schema as SchemaObject).properties ?? {})) {
      const { allOf } = member as SchemaObject;
      if (allOf?.length !== 1) continue;
      delete (member as SchemaObject).allOf;
      Object.assign(member, allOf[0]);
    }
  }
}
