import type { ProblemCode } from '../../features/names.types.js';

/** Further faults of a request are only counted. */
export const MOST_LISTED_FAULTS = 20;

/** One fault of a request: in a query or path parameter (by name) or in the body (by JSON pointer). */
export interface RequestFault {
  parameter?: string;
  pointer?: string;
  detail: string;
}

export interface ProblemOptions {
  /** What happened, for the caller. */
  detail?: string;
  errors?: RequestFault[];
  headers?: Record<string, string>;
  /** Members in addition to those of RFC 9457. */
  extensions?: Record<string, unknown>;
  /** Overrides `type`, by default the page of the code. */
  type?: string;
  /** For the log only. */
  cause?: unknown;
  /** For the log only, if the failure is not a bug of the service, so that a stack would say nothing. */
  reason?: string;
}

/** An error response with a code declared by a feature. Thrown anywhere, written by the problem filter. */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly options: ProblemOptions = {},
  ) {
    super(options.detail ?? code, { cause: options.cause });
  }
}
