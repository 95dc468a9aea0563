import type { OpenAPIObject } from '@nestjs/swagger';
import type { ResponseObject } from './openapi.types.js';
import { operations } from './operations.js';

/** Responses that have no body. */
const BODILESS = /^(202|204|205|3..)$/;

/** Returns the routes, such as `GET /v1/tides/{tideId}`, whose successful response has neither a schema nor no body. */
export function undescribedRoutes(document: OpenAPIObject): string[] {
  return operations(document)
    .filter(({ operation }) => {
      const successes = Object.entries(operation.responses).filter(([status]) => /^[23]/.test(status));
      return !successes.some(
        ([status, response]) => BODILESS.test(status) || hasSchema(response as ResponseObject),
      );
    })
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
}

function hasSchema({ content = {} }: ResponseObject): boolean {
  return Object.values(content).some(({ schema }) => schema !== undefined);
}
