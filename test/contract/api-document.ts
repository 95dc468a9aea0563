import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import { inlinedDocument } from '../support/inlined-document.js';

interface ResponseObject {
  $ref?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, unknown>;
}

export interface Operation {
  operationId: string;
  method: string;
  path: string;
  responses: Record<string, ResponseObject>;
}

interface Document {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  components: { headers: Record<string, { required?: boolean }> };
}

export const DOCUMENT_FILE = fileURLToPath(new URL('../../openapi/openapi.json', import.meta.url));
const document = inlinedDocument(JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8')) as Document);

/** All operations of the committed document, by ID. */
export const OPERATIONS = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [operation.operationId, { ...operation, method, path }] as const,
    ),
  ),
);

/** IDs of the operations whose responses end, unlike event streams, which test/e2e/events/streams calls. */
export const ENDING_OPERATIONS = [...OPERATIONS.values()]
  .filter(({ responses }) => Object.keys(responses['200']?.content ?? {}).join() !== 'text/event-stream')
  .map(({ operationId }) => operationId)
  .sort();

const HEADERS = new Set(
  [...OPERATIONS.values()]
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap(({ headers }) => Object.keys(headers ?? {})),
);

/** Expects the document to describe the response: its status, its media type, and the headers that it has or lacks. */
export function expectDocumented(operationId: string, { status, headers }: Response): void {
  const described = OPERATIONS.get(operationId)!.responses[status];
  expect([operationId, status, described]).not.toEqual([operationId, status, undefined]);
  const type = headers.get('content-type')?.split(';', 1)[0];
  expect([operationId, Object.keys(described.content ?? {})]).toEqual([
    operationId,
    type === undefined ? [] : expect.arrayContaining([type]),
  ]);
  for (const name of HEADERS) {
    const reference = described.headers?.[name]?.$ref.split('/').at(-1);
    const isDescribed = reference !== undefined;
    if (headers.has(name)) expect([operationId, status, name, isDescribed]).toContain(true);
    else {
      const isRequired = isDescribed && document.components.headers[reference].required;
      expect([operationId, status, name, isRequired]).not.toContain(true);
    }
  }
}
