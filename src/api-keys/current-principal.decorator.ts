import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '../core/http/index.js';
import type { Principal } from './principal.js';

/** Who the request's key stands for, on routes with `RequiresApiKey`. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal => requestOf(context).principal!,
);
