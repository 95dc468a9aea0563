import { applyDecorators } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ApiProblems } from './problems/api-problems.decorator.js';

interface EndpointDescription {
  /** Unique, and the name of the operation in client packages: `getForecast`. */
  id: string;
  summary: string;
  description?: string;
  /** What `ApiProblems` takes: only errors that don't follow from the method, the access and the parameters. */
  problems?: Parameters<typeof ApiProblems>;
}

/**
 * Documents an operation: what it does, and its errors. Comment its method with `//`: the summary of an operation is
 * otherwise the text of its doc comment.
 */
export const Endpoint = ({ id, summary, description, problems = [] }: EndpointDescription) =>
  applyDecorators(ApiOperation({ operationId: id, summary, description }), ApiProblems(...problems));
