/** What the service says is wrong with one parameter, or with one place in the body. */
export interface Fault {
  parameter?: string;
  pointer?: string;
  detail: string;
}

/** A response that is an error. Test `code`, which stays the same; `message` is for people. */
export class WeatherError extends Error {
  override readonly name = 'WeatherError';
  readonly code: string | undefined;
  readonly title: string | undefined;
  readonly faults: readonly Fault[];
  /** Find the request in the service's logs by it. */
  readonly requestId: string | undefined;

  constructor(
    readonly status: number,
    problem: { code?: string; title?: string; detail?: string; errors?: Fault[] },
    requestId: string | null,
  ) {
    super(problem.detail ?? problem.title ?? `The service returned ${status}.`);
    this.code = problem.code;
    this.title = problem.title;
    this.faults = problem.errors ?? [];
    this.requestId = requestId ?? undefined;
  }

  static async of(response: Response): Promise<WeatherError> {
    const text = await response.text();
    let problem: unknown;
    try {
      problem = JSON.parse(text);
    } catch {
      // A proxy may answer in words of its own.
    }
    return new WeatherError(response.status, Object(problem) as object, response.headers.get('x-request-id'));
  }
}
