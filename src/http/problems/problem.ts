import type { ProblemCode } from '../../features/names.types.js';

/** Who has made more faults than these mends them first. */
export const MOST_LISTED_FAULTS = 20;

/** One fault of a request: in a query or path parameter (by name) or in the body (by JSON pointer). */
export interface RequestFault {
  parameter?: string;
  pointer?: string;
  detail: string;
}

export interface ProblemOptions {
  /** For the caller: what happened this time. */
  detail?: string;
  errors?: RequestFault[];
  headers?: Record<string, string>;
  /** Members beside those of RFC 9457. */
  extensions?: Record<string, unknown>;
  /** Another `type` than the page of the code. */
  type?: string;
  /** For the log only. */
  cause?: unknown;
  /** For the log only, where the failure is no fault of the service's and its stack would say nothing. */
  reason?: string;
}

/** An answer with one of the codes that the application's features declare; thrown anywhere, written by the problem filter. */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly options: ProblemOptions = {},
  ) {
    super(options.detail ?? code, { cause: options.cause });
  }
}
