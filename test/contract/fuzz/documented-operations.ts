import { readFileSync } from 'node:fs';
import { inlinedDocument } from '../../support/inlined-document.js';
import { DOCUMENT_FILE } from '../api-document.js';
import { type Schema } from './schema-values.js';

export interface DocumentedResponse {
  content?: Record<string, { schema?: Schema; examples?: Record<string, unknown> }>;
}

export interface Operation {
  operationId: string;
  method: string;
  path: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, DocumentedResponse>;
  security?: Record<string, string[]>[];
}

interface Document {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, DocumentedResponse> };
}

export const DOCUMENT = inlinedDocument(JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8')) as Document);

/** The operations whose responses end, unlike event streams. */
export const OPERATIONS: Operation[] = Object.entries(DOCUMENT.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  )
  .filter(({ responses }) => Object.keys(responses['200']?.content ?? {}).join() !== 'text/event-stream');
