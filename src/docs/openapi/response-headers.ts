import { type MarkedHeader, type ResponseHeader, takeResponseHeaders } from '../../core/http/index.js';
import type { HeaderObject, OperationObject, ReferenceObject, ResponseObject } from './openapi.types.js';

/** Headers of early rejections, and so of every response. */
const EARLY: MarkedHeader[] = [
  {
    name: 'X-Request-Id',
    description: "Identifies the request in the service's log. If you send your own, it is used.",
    required: true,
    example: 'b5b8f1c2-5f0d-4c1e-9d53-1a6c7d0b8e11',
    statuses: [],
  },
  {
    name: 'Cache-Control',
    description: 'How long you can cache the response, if at all.',
    required: true,
    example: 'no-store',
    statuses: [],
  },
  {
    name: 'Allow',
    description: 'For 405: the allowed methods.',
    example: 'GET, POST',
    statuses: ['405'],
  },
];

const RETRY_AFTER: MarkedHeader = {
  name: 'Retry-After',
  description: 'Seconds to wait before the next request.',
  required: true,
  example: 1,
  statuses: ['429', '503'],
};

const WWW_AUTHENTICATE: MarkedHeader = {
  name: 'WWW-Authenticate',
  description:
    '`ApiKey` on routes that take an API key; elsewhere `Session`, or `Basic` if the request used HTTP Basic. `Bearer` if it used an access token.',
  required: true,
  example: 'ApiKey realm="weather"',
  statuses: ['401'],
};

/** Sent with an access token or a personal access token that lacks a scope. */
const SCOPE_CHALLENGE: MarkedHeader = {
  ...WWW_AUTHENTICATE,
  description: '`Bearer` with the missing scope, if the request used a token.',
  required: false,
  example: 'Bearer realm="weather"',
  statuses: ['403'],
};
const SCOPE_CHALLENGE_COMPONENT = 'WWW-Authenticate-403';

const ACCEPT_ENCODING: MarkedHeader = {
  name: 'Accept-Encoding',
  description: 'If the request had a `Content-Encoding`: the only coding that bodies can have.',
  example: 'identity',
  statuses: ['415'],
};

/** Documents response headers. Each is defined once and referenced by the responses. */
export class DocumentHeaders {
  readonly components: Record<string, HeaderObject> = {};

  /**
   * Returns the headers of an operation's responses, from its decorators and from what all responses of a status have.
   *
   * @param errors media type of the operation's errors
   */
  of(
    operation: OperationObject,
    errors: string,
  ): (status: string, response: ResponseObject) => Record<string, ReferenceObject> {
    const marked = takeResponseHeaders(operation as unknown as Record<string, unknown>);
    return (status, { content = {} }) => {
      const isRefusal = errors in content || status === '429';
      const all = [
        ...EARLY,
        WWW_AUTHENTICATE,
        SCOPE_CHALLENGE,
        ACCEPT_ENCODING,
        ...(isRefusal ? [RETRY_AFTER] : []),
        ...marked,
      ];
      return this.refer(all.filter(({ statuses }) => statuses.length === 0 || statuses.includes(status)));
    };
  }

  ofEarlyRefusals(): Record<string, ReferenceObject> {
    return this.refer(EARLY);
  }

  private refer(headers: MarkedHeader[]): Record<string, ReferenceObject> {
    const references = headers.map((header) => {
      const component = header === SCOPE_CHALLENGE ? SCOPE_CHALLENGE_COMPONENT : header.name;
      this.components[component] ??= definition(header);
      return [header.name, { $ref: `#/components/headers/${component}` }];
    });
    return Object.fromEntries(references) as Record<string, ReferenceObject>;
  }
}

function definition({ description, required, example }: ResponseHeader): HeaderObject {
  const schema =
    typeof example === 'number' ? ({ type: 'integer', minimum: 0 } as const) : ({ type: 'string' } as const);
  return { description, required, schema, example };
}
