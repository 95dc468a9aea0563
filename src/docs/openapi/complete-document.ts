import type { OpenAPIObject } from '@nestjs/swagger';
import { EXAMPLE_ULID, idPattern } from '../../core/http/index.js';
import type { Examples, FeatureSet } from '../../core/features/index.js';
import { composeExample } from './compose-example.js';
import { DocumentProblems } from './document-problems.js';
import {
  type DocumentedOperation,
  type OperationObject,
  type ParameterObject,
  type RequestBodyObject,
  type ResponseObject,
  type SchemaObject,
} from './openapi.types.js';
import { operations } from './operations.js';
import { DocumentHeaders } from './response-headers.js';
import { SharedParts } from './shared-parts.js';

const DESCRIPTIONS: Record<string, string> = {
  200: 'The requested data or, after a change, the updated data.',
  201: 'The created object.',
  202: 'Accepted. The response has no body.',
  204: 'Done. The response has no body.',
  303: 'Redirects to `Location`.',
};

/**
 * Adds what applies to every route: headers, errors, examples, and that routes without security are public. Yields after
 * each route, for `inTurns`.
 */
export function* completeDocument(
  document: OpenAPIObject,
  features: FeatureSet,
  publicUrl: string,
): Generator<undefined, OpenAPIObject> {
  const problems = new DocumentProblems(document, features, publicUrl);
  const headers = new DocumentHeaders();
  const refusals = new SharedParts<ResponseObject>('responses');
  listDeclaredNames(document, features);
  yield* shareEnums(document);
  simplifyReferences(document);
  closeBodies(document);
  yield;
  orderSecuritySchemes(document);
  for (const route of operations(document)) {
    const { operation } = route;
    operation.security ??= [];
    dropDefaultOrganization(route);
    for (const parameter of operation.parameters ?? [])
      completeParameter(parameter as ParameterObject, features);
    const headersOf = headers.of(operation, problems.addResponses(route));
    for (const [status, given] of Object.entries(operation.responses)) {
      if (status === 'default') continue;
      const response = given as ResponseObject;
      if (response.description === '') response.description = DESCRIPTIONS[status];
      response.headers = headersOf(status, response);
    }
    addExamples(document, operation, features.examples);
    shareRefusals(operation, refusals);
    yield;
  }
  const { examples, responses } = problems.components(headers.ofEarlyRefusals());
  document.components = {
    ...document.components,
    headers: headers.components,
    responses: { ...responses, ...refusals.components },
    examples,
  };
  return document;
}

/** `WithinOrganization` reads the organization from the path where that has it. */
function dropDefaultOrganization({ path, operation }: DocumentedOperation): void {
  if (!path.includes('{organizationId}')) return;
  operation.parameters = operation.parameters?.filter(
    (parameter) => (parameter as ParameterObject).name !== 'organization_id',
  );
}

/** Describes ID parameters in the path. */
function completeParameter(parameter: ParameterObject, { idPrefixes }: FeatureSet): void {
  const { pattern } = (parameter.schema ?? {}) as SchemaObject;
  const [prefix, noun] = [...idPrefixes].find((entry) => pattern === idPattern(entry[0]).source) ?? [];
  if (!prefix || !noun || parameter.in !== 'path') return;
  parameter.description ??= `The ID of ${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}.`;
  parameter.example = `${prefix}_${EXAMPLE_ULID}`;
}

/** Swagger UI offers the schemes in the order of the document: those of the first operations come first. */
function orderSecuritySchemes(document: OpenAPIObject): void {
  const schemes = document.components?.securitySchemes ?? {};
  const used = operations(document).flatMap(({ operation }) =>
    (operation.security ?? []).flatMap(Object.keys),
  );
  const names = new Set([...used.filter((name) => name in schemes), ...Object.keys(schemes)]);
  document.components = {
    ...document.components,
    securitySchemes: Object.fromEntries([...names].map((name) => [name, schemes[name]])),
  };
}

/** Sets the enums that depend on the application's features. */
function listDeclaredNames({ components }: OpenAPIObject, { declaredNames }: FeatureSet): void {
  for (const [name, values] of Object.entries(declaredNames)) {
    const schema = components?.schemas?.[name];
    if (schema) Object.assign(schema, { type: 'string', enum: values });
  }
}

/** Removes the description of shared enums: Swagger uses the text of the first member for all of them. */
function* shareEnums({ paths, components }: OpenAPIObject): Generator<undefined, void> {
  const schemas = Object.entries(components?.schemas ?? {}) as [string, SchemaObject][];
  const uses = new Map<string, number>();
  for (const part of [...Object.values(paths), ...schemas]) {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      uses.set(name, (uses.get(name) ?? 0) + 1);
    yield;
  }
  for (const [name, schema] of schemas) if (schema.enum && uses.get(name)! > 1) delete schema.description;
}

function addExamples(
  document: OpenAPIObject,
  { requestBody, responses }: OperationObject,
  examples: Examples,
): void {
  const bodies = [requestBody as RequestBodyObject | undefined, ...Object.values(responses)];
  for (const body of bodies) {
    const { 'application/json': json } = (body as ResponseObject | undefined)?.content ?? {};
    if (json?.schema) json.example = composeExample(document, json.schema, examples);
  }
}

/** Most operations refuse for the same reasons as others. */
function shareRefusals(
  { operationId, responses }: OperationObject,
  refusals: SharedParts<ResponseObject>,
): void {
  for (const [status, response] of Object.entries(responses))
    if (/^[45]/.test(status))
      responses[status] = refusals.refer(`${operationId}.${status}`, response as ResponseObject);
}

/** Disallows unknown members of request bodies at every level, unless a schema allows them. */
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
    if (type === 'object' && properties) (next as SchemaObject).additionalProperties ??= false;
    waiting.push(...(Object.values(next) as unknown[]));
  }
}

/** Replaces an `allOf` with a single reference by the reference: OpenAPI 3.1 allows a description next to it. */
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
