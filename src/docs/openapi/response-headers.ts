import { type DocumentedOperation, type HeaderObject } from './openapi.types.js';

interface DocumentedHeader extends HeaderObject {
  /** On which responses it stands. */
  isOn: (route: DocumentedOperation, status: string) => boolean;
}

const text = (example: string) => ({ schema: { type: 'string' }, example });
const seconds = (example: number) => ({ schema: { type: 'integer', minimum: 0 }, example });

const isKeyed = ({ operation }: DocumentedOperation) =>
  operation.security?.some((scheme) => 'apiKeyHeader' in scheme) === true;
const operationIs =
  (statuses: string[], ...ids: string[]) =>
  ({ operation }: DocumentedOperation, status: string) =>
    ids.includes(operation.operationId!) && statuses.includes(status);
const isDeprecated = ({ operation }: DocumentedOperation) => operation.deprecated === true;

/** Every header that a program may act on. */
export const RESPONSE_HEADERS: Record<string, DocumentedHeader> = {
  'X-Request-Id': {
    description: "Identifies the request in the service's log. If you send your own, it is used.",
    required: true,
    ...text('b5b8f1c2-5f0d-4c1e-9d53-1a6c7d0b8e11'),
    isOn: () => true,
  },
  'Cache-Control': {
    description: 'How long you can cache the response, if at all.',
    required: true,
    ...text('no-store'),
    isOn: () => true,
  },
  'RateLimit-Policy': {
    description:
      'Each limit of the client: the quota `q` per `w` seconds. On every response to a valid API key.',
    ...text('"second";q=10;w=1, "day";q=50000;w=86400'),
    isOn: isKeyed,
  },
  RateLimit: {
    description: 'What remains (`r`) of each window, which resets in `t` seconds.',
    ...text('"second";r=9;t=1, "day";r=49312;t=40211'),
    isOn: isKeyed,
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    ...seconds(1),
    isOn: ({ operation }, status) =>
      status === '429' || (status === '503' && operation.operationId !== 'getReadiness'),
  },
  'WWW-Authenticate': {
    description:
      '`ApiKey` on weather routes; elsewhere `Session`, or `Basic` if the request used HTTP Basic.',
    required: true,
    ...text('ApiKey realm="weather"'),
    isOn: (_, status) => status === '401',
  },
  ETag: {
    description: 'For `If-None-Match`. Changes whenever the response changes.',
    required: true,
    ...text('"4kz0vXbG2wqN"'),
    isOn: operationIs(['200', '304'], 'getForecast', 'postForecast'),
  },
  'Last-Modified': {
    description:
      'When the run was published or, without `startTime`, when the current hour started if that is later.',
    required: true,
    ...text('Sat, 21 Nov 2026 05:03:12 GMT'),
    isOn: operationIs(['200', '304'], 'getForecast', 'postForecast'),
  },
  Vary: {
    description: 'The request headers that the response depends on.',
    required: true,
    ...text('Accept-Encoding, apikey'),
    isOn: operationIs(
      ['200', '304'],
      'getForecast',
      'postForecast',
      'postForecasts',
      'listFields',
      'listWeatherCodes',
      'listRuns',
      'getUsage',
      'listRequests',
    ),
  },
  'Set-Cookie': {
    description: 'The session cookie. Signing out removes it.',
    ...text('session=9mWq3cXy; Path=/; HttpOnly; SameSite=Lax'),
    isOn: operationIs(['201', '204'], 'createSession', 'deleteCurrentSession', 'deleteSession'),
  },
  'Content-Disposition': {
    description: 'For CSV: the file name.',
    ...text('attachment; filename="usage.csv"'),
    isOn: operationIs(['200'], 'getUsage'),
  },
  Allow: {
    description: 'For 405: the allowed methods.',
    ...text('GET, POST'),
    isOn: () => false,
  },
  Deprecation: {
    description: 'When the operation was deprecated (RFC 9745).',
    required: true,
    ...text('@1767225600'),
    isOn: isDeprecated,
  },
  Sunset: {
    description: 'The earliest date the operation can be removed (RFC 8594).',
    ...text('Wed, 01 Jul 2026 00:00:00 GMT'),
    isOn: isDeprecated,
  },
  Link: {
    description: 'What to use instead.',
    required: true,
    ...text('</docs/versioning>; rel="deprecation"; type="text/html"'),
    isOn: isDeprecated,
  },
};

/** On what is refused before it reaches an operation. */
export const EARLY_HEADERS = ['X-Request-Id', 'Cache-Control', 'Allow'];

/** The headers of one response. */
export function headersOf(route: DocumentedOperation, status: string): string[] {
  return Object.keys(RESPONSE_HEADERS).filter((name) => RESPONSE_HEADERS[name].isOn(route, status));
}

/** The headers as references to the document's components. */
export function references(names: string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The definitions of the given headers. */
export function headerComponents(names: Iterable<string>): Record<string, HeaderObject> {
  return Object.fromEntries([...names].map((name) => [name, definition(RESPONSE_HEADERS[name])]));
}

function definition({ description, required, schema, example }: DocumentedHeader): HeaderObject {
  return { description, required, schema, example: example as unknown };
}
