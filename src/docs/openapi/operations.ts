import type { OpenAPIObject } from '@nestjs/swagger';
import type { DocumentedOperation, PathItemObject } from './openapi.types.js';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const satisfies (keyof PathItemObject)[];

/** Returns every operation of the document, with its method and path. */
export function operations(document: OpenAPIObject): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}
