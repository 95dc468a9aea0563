import type { Problem } from '../schemas.ts';

/** An error response of the service. */
export class ProblemError extends Error {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** Lets the operator find the request in the log. */
  readonly requestId: string | null;
  /** Seconds until a retry may succeed. */
  readonly retryAfter: number | null;
  /** Validation errors by the name of the body member or the parameter. */
  readonly faults: Record<string, string>;

  constructor(response: Response, problem: Partial<Problem>) {
    super(problem.detail ?? `The service returned status ${response.status}.`);
    this.name = 'ProblemError';
    this.code = problem.code ?? 'unknown';
    this.status = response.status;
    this.title = problem.title ?? 'The request failed';
    this.requestId = response.headers.get('x-request-id');
    this.retryAfter = Number(response.headers.get('retry-after')) || null;
    this.faults = Object.fromEntries(
      (problem.errors ?? []).map(({ pointer, parameter, detail }) => [nameOf(pointer, parameter), detail]),
    );
  }
}

/** Returns the field name: `allowed_ips` for `/allowed_ips/0`, `rate_limits.day` for `/rate_limits/day`. */
function nameOf(pointer?: string, parameter?: string): string {
  const segments = pointer?.slice(1).split('/') ?? [parameter ?? ''];
  return segments.filter((segment) => !/^\d+$/.test(segment)).join('.');
}

/** No response: the service or the network is down. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super("Can't reach the service.", { cause });
    this.name = 'UnreachableError';
  }
}
