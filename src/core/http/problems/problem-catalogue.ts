import { STATUS_CODES } from 'node:http';
import type { ProblemCode } from '../../features/names.types.js';
import type { ProblemDescription } from './problem-description.types.js';
import { hideSecrets } from './hidden-secrets.js';
import { MOST_LISTED_FAULTS, type Problem, type RequestFault } from './problem.js';

export interface ProblemBody {
  readonly code: ProblemCode;
  /** What happened, or else the help. */
  readonly detail: string;
  readonly [member: string]: unknown;
}

/** The codes of statuses whose code differs from the status's name. */
const CODES_OF_STATUSES: Partial<Record<number, string>> = {
  400: 'invalid_parameter',
  401: 'unauthenticated',
  500: 'internal_error',
};

/** Every error status by its name, such as `gone`, for exceptions of Nest that no feature declares. */
const STANDARD = new Map(
  Object.entries(STATUS_CODES)
    .map(([status, name]) => [Number(status), name!] as const)
    .filter(([status]) => status >= 400)
    .map(([status, name]) => [snakeCase(name), { status, title: name, help: `${name}.` }] as const),
);

/** Every error that the service responds with. Programs test the code; people read the page `/docs/errors#<code>`. */
export class ProblemCatalogue {
  private readonly descriptions: ReadonlyMap<string, ProblemDescription>;

  constructor(descriptions: Iterable<readonly [code: string, description: ProblemDescription]>) {
    const byStatus = [...descriptions].sort(([, one], [, other]) => one.status - other.status);
    this.descriptions = new Map(byStatus);
  }

  /** Sorted by status. */
  get codes(): ProblemCode[] {
    return [...this.descriptions.keys()] as ProblemCode[];
  }

  has(code: string): boolean {
    return this.descriptions.has(code);
  }

  describe(code: ProblemCode): ProblemDescription {
    const description = this.descriptions.get(code) ?? STANDARD.get(code);
    if (!description) throw new Error(`No feature of this application declares the problem ${code}.`);
    return description;
  }

  /**
   * Returns an RFC 9457 body, which lists the first faults and the number of others. `instance` is the path of the
   * request, without its query; absent if it could not be read. Secrets that the caller sent are hidden, wherever a text
   * repeats them.
   */
  toBody(
    { code, options: { detail, errors, extensions, type } }: Pick<Problem, 'code' | 'options'>,
    publicUrl: string,
    instance?: string,
  ): ProblemBody {
    const { status, title, help } = this.describe(code);
    return {
      type: type ?? (this.has(code) ? `${publicUrl}/docs/errors#${code}` : 'about:blank'),
      title,
      status,
      detail: hideSecrets(detail ?? (errors ? summary(errors) : help)),
      instance: instance && hideSecrets(instance),
      code,
      ...(errors && { errors: errors.slice(0, MOST_LISTED_FAULTS).map(withoutSecrets) }),
      ...extensions,
    };
  }
}

/** Names of members and parameters are texts of the caller, too. */
function withoutSecrets(fault: RequestFault): RequestFault {
  const texts = Object.entries(fault) as [keyof RequestFault, string | undefined][];
  return Object.fromEntries(
    texts.map(([name, text]) => [name, text && hideSecrets(text)]),
  ) as unknown as RequestFault;
}

/** Returns the code of an exception that has only a status. */
export function codeOfStatus(status: number): ProblemCode {
  const name = STATUS_CODES[status];
  if (name === undefined) return status < 500 ? 'invalid_parameter' : 'internal_error';
  return (CODES_OF_STATUSES[status] ?? snakeCase(name)) as ProblemCode;
}

function snakeCase(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, '_');
}

function summary(errors: readonly RequestFault[]): string {
  const listed = errors.slice(0, MOST_LISTED_FAULTS).map((fault) => fault.detail);
  const others = errors.length - listed.length;
  return [...listed, ...(others > 0 ? [`… and ${others.toLocaleString('en')} more.`] : [])].join(' ');
}
