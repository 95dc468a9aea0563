import fc from 'fast-check';
import { PASSWORD } from '../../support/api-caller.js';
import { type Operation } from './documented-operations.js';
import { hostileBody, hostileText, hostileValue } from './hostile-values.js';
import { instant, type KnownValues, type Schema, SchemaValues } from './schema-values.js';

export const IDENTITIES = ['nobody', 'member', 'other', 'admin', 'key', 'basic', 'token'] as const;
export type Identity = (typeof IDENTITIES)[number];

/** A request; each `{{name}}` in it stands for an ID of the tenants. */
export interface FuzzedRequest {
  identity: Identity;
  operationId: string;
  method: string;
  /** Includes the query. */
  url: string;
  headers: Record<string, string>;
  /** As sent. */
  body?: string;
}

const idOf = (kind: string) =>
  fc.constantFrom(`{{member.${kind}}}`, `{{other.${kind}}}`, `{{admin.${kind}}}`, `{{missing.${kind}}}`);

const KNOWN: KnownValues = {
  accountId: idOf('account'),
  account_id: idOf('account'),
  organizationId: idOf('organization'),
  organization_id: idOf('organization'),
  sessionId: idOf('session'),
  clientId: idOf('client'),
  client_id: idOf('client'),
  keyId: idOf('key'),
  alertId: idOf('alert'),
  tokenId: idOf('token'),
  factorId: idOf('factor'),
  webhookId: idOf('webhook'),
  eventId: idOf('event'),
  url: fc.constantFrom('https://hooks.example.com', 'https://127.0.0.1', 'https://8.8.8.8:22'),
  event_types: fc.constantFrom(null, [], ['run.published'], ['run.published', 'client.changed']),
  api_key_id: idOf('key'),
  email: fc.oneof(
    fc.constantFrom('{{member.email}}', '{{other.email}}'),
    fc.uuid().map((id) => `${id}@example.com`),
  ),
  // Rarely correct, so that not every account is deleted early on.
  password: fc.constantFrom(PASSWORD, 'wrong', 'wrong', 'wrong', 'quiet morning in may'),
  current_password: fc.constantFrom(PASSWORD, 'wrong', 'wrong'),
  new_password: fc.constant(PASSWORD),
  timezone: fc.constantFrom('auto', 'UTC', 'Europe/Berlin', 'Pacific/Apia', 'Asia/Kathmandu'),
  start: instant(-1, 0),
  end: instant(0, 5),
  startTime: instant(-1, 1),
  endTime: instant(1, 3),
  expires_at: instant(1, 9),
  allowed_ips: fc.constantFrom([], ['127.0.0.1'], ['203.0.113.0/24', '2001:db8::/32']),
  place: fc.constantFrom('Boston', 'Munich, DE', 'Nowhere at all'),
  lat: fc.integer({ min: -90, max: 90 }),
  lon: fc.integer({ min: -180, max: 180 }),
  overlap_seconds: fc.constantFrom(0, 60, 3_600),
};

/** With more optional parameters picked at random, one of them would almost always be refused. */
const MOST_OPTIONAL = 3;

const MODES = { fitting: 5, near: 3, hostile: 2 } as const;
type Mode = keyof typeof MODES;

const ODD_HEADERS = fc.record(
  {
    accept: fc.constantFrom('text/csv', '*/*', 'application/json', 'nonsense;;q=', 'text/csv;q=0'),
    'accept-encoding': fc.constantFrom('gzip', 'br', 'zstd', 'identity;q=0', 'x'.repeat(300)),
    'if-none-match': fc.constantFrom('*', '"x"', 'W/"x", "y"'),
    'if-modified-since': fc.constantFrom('Sat, 21 Nov 2099 00:00:00 GMT', 'never'),
    'x-request-id': fc.constantFrom('mine', 'two words', 'x'.repeat(129)),
    'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site'),
    range: fc.constant('bytes=0-1'),
  },
  { requiredKeys: [] },
);
const CONTENT_TYPES = fc.oneof(
  { weight: 20, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'x') },
);

/** Returns requests to an operation from all identities: valid ones, almost valid ones, and hostile ones. */
export function requestsTo(
  operation: Operation,
  schemas: Record<string, Schema>,
): fc.Arbitrary<FuzzedRequest> {
  const values = new SchemaValues(schemas, KNOWN);
  const { operationId, method, security } = operation;
  // At least half of the requests come from the identities that the operation is meant for.
  const identity = fc.oneof(fc.constantFrom(...IDENTITIES), fc.constantFrom(...wanted(security)));
  const headers = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: ODD_HEADERS });
  const input = fc.oneof(
    ...Object.entries(MODES).map(([mode, weight]) => {
      const kind = mode as Mode;
      const arbitrary = fc.record({
        url: urls(operation, values, kind),
        body: bodies(operation, values, kind),
      });
      return { weight, arbitrary };
    }),
  );
  return fc
    .record({ identity, headers, input, contentType: CONTENT_TYPES })
    .map(({ input: { url, body }, contentType, ...request }) => ({
      ...request,
      operationId,
      method,
      url,
      ...(body !== undefined && { body }),
      headers: { ...request.headers, ...(body !== undefined && { 'content-type': contentType }) },
    }));
}

function wanted(security: Operation['security'] = []): Identity[] {
  const schemes = security.flatMap((alternative) => Object.keys(alternative));
  const identities: Identity[] = [];
  if (schemes.some((scheme) => scheme.startsWith('apiKey'))) identities.push('key');
  if (schemes.includes('session')) identities.push('member', 'admin');
  if (schemes.includes('clientCredentials')) identities.push('basic');
  if (schemes.includes('personalAccessToken')) identities.push('token');
  return identities.length > 0 ? identities : ['nobody'];
}

function urls({ path, parameters = [] }: Operation, values: SchemaValues, kind: Mode): fc.Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const pathValues = fc.record(
    Object.fromEntries(
      inPath.map(({ name, schema }) => [
        name,
        kind === 'hostile'
          ? // An empty path segment leads to another route.
            fc.oneof(
              values.fitting(schema, name),
              hostileText.filter((text) => text !== ''),
            )
          : values.fitting(schema, name),
      ]),
    ),
  );
  // Created once: parsing patterns is slow.
  const inQueryValues = inQuery.map(({ name, schema, required = false }) => {
    return { required, value: fc.tuple(fc.constant(name), values.fitting(schema, name)) };
  });
  const required = inQueryValues.filter((parameter) => parameter.required);
  const optional = inQueryValues.filter((parameter) => !parameter.required);
  const query = fc
    .subarray(optional, { maxLength: Math.min(optional.length, MOST_OPTIONAL) })
    .chain((chosen) => fc.tuple(...[...required, ...chosen].map(({ value }) => value)));
  const extra =
    kind === 'fitting' || inQuery.length === 0
      ? fc.constant([])
      : extraPairs(inQuery.map(({ name }) => name));
  const unexpected = kind === 'hostile' ? fc.oneof(fc.constant([]), extraPairs(['x'])) : fc.constant([]);
  return fc.record({ pathValues, query, extra, unexpected }).map((chosen) => {
    const pairs: [string, unknown][] = [...chosen.query, ...chosen.extra, ...chosen.unexpected];
    const search = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(chosen.pathValues[name]));
    return search === '' ? filled : `${filled}?${search}`;
  });
}

/** Repeats known parameters and adds unknown ones. */
function extraPairs(names: string[]): fc.Arbitrary<[string, unknown][]> {
  const name = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: hostileText },
  );
  return fc.array(fc.tuple(name, fc.oneof(hostileText, hostileValue)), { minLength: 1, maxLength: 3 });
}

/** Encodes a value for a URL, as a browser would. Leaves placeholders as they are. */
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return /^\{\{[\w.]+\}\}$/.test(text) ? text : encodeURIComponent(text.toWellFormed()).slice(0, 4_000);
}

/** Encodes a path segment. Clients resolve `.` and `..`, even percent-encoded, to another path. */
function segment(value: unknown): string {
  return encode(value).replace(/^\.{1,2}$/, '-');
}

function bodies(
  { requestBody }: Operation,
  values: SchemaValues,
  kind: Mode,
): fc.Arbitrary<string | undefined> {
  const schema = requestBody?.content['application/json']?.schema;
  if (kind === 'hostile') return fc.oneof(fc.constant(undefined), hostileBody);
  if (!schema) return fc.constant(undefined);
  const whole = values.fitting(schema) as fc.Arbitrary<Record<string, unknown>>;
  if (kind === 'fitting') return whole.map((body) => JSON.stringify(body));
  const names = Object.keys(values.resolve(schema).properties ?? {});
  const name = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: hostileText },
  );
  return fc.record({ whole, name, value: fc.option(hostileValue, { nil: undefined }) }).map((chosen) => {
    // Undefined omits the member.
    return JSON.stringify({ ...chosen.whole, [chosen.name]: chosen.value });
  });
}
