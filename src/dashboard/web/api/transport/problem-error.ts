import type { Problem } from '../schemas.ts';

/** The service refused, and said why. */
export class ProblemError extends Error {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** With it the operator finds the request in the log. */
  readonly requestId: string | null;
  /** Seconds until the same request may succeed. */
  readonly retryAfter: number | null;
  /** What is wrong with single values, by the name of the body's member or of the parameter. */
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

/** `/allowed_ips/0` belongs to the field `allowed_ips`; `/rate_limits/day` has a field of its own. */
function nameOf(pointer?: string, parameter?: string): string {
  const segments = pointer?.slice(1).split('/') ?? [parameter ?? ''];
  return segments.filter((segment) => !/^\d+$/.test(segment)).join('.');
}
