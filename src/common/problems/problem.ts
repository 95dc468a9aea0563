import { type ProblemCode, PROBLEMS } from './problem-catalogue.js';

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

/** An answer with one of the catalogue's codes; thrown anywhere, written by the problem filter. */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly options: ProblemOptions = {},
  ) {
    super(options.detail ?? PROBLEMS[code].title, { cause: options.cause });
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }

  /**
   * The body of RFC 9457, which lists the first faults and tells how many more there are. `instance` is the path of the
   * request, without its query; absent where it could not be read.
   */
  toBody(publicUrl: string, instance?: string): Record<string, unknown> {
    const { detail, errors, extensions, type } = this.options;
    return {
      type: type ?? `${publicUrl}/docs/errors#${this.code}`,
      title: PROBLEMS[this.code].title,
      status: this.status,
      detail: detail ?? (errors ? summary(errors) : PROBLEMS[this.code].remedy),
      instance,
      code: this.code,
      ...(errors && { errors: errors.slice(0, MOST_LISTED_FAULTS) }),
      ...extensions,
    };
  }
}

function summary(errors: readonly RequestFault[]): string {
  const listed = errors.slice(0, MOST_LISTED_FAULTS).map((fault) => fault.detail);
  const others = errors.length - listed.length;
  return [...listed, ...(others > 0 ? [`… and ${others.toLocaleString('en')} more.`] : [])].join(' ');
}
