// Writes what the client takes from the OpenAPI document: its types, which are not committed, and the list of operations.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const document = new URL('../openapi.json', import.meta.url);

write(
  '../openapi.ts',
  astToString(await openapiTS(document, { rootTypes: true, rootTypesNoSchemaPrefix: true })),
);
write('src/operations.ts', operationsText());

/** Replaces a file that differs. Others may be reading it, or writing it as well. */
function write(path, text) {
  const file = new URL(path, import.meta.url);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  const written = new URL(`${file}.${process.pid}`);
  writeFileSync(written, text);
  renameSync(written, file);
}

function operationsText() {
  const { paths } = JSON.parse(readFileSync(document, 'utf8'));
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `  ${operationId}: ['${method}', '${path}'],`),
  );
  return `// Written by openapi/typescript/generate.mjs: don't change it by hand.

import type { operations } from '../../openapi.js';

export type OperationId = keyof operations;

/** The method and the path of each operation. */
export const OPERATIONS: Readonly<Record<OperationId, readonly [method: string, path: string]>> = {
${lines.join('\n')}
};
`;
}
