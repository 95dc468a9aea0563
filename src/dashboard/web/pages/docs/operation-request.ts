import { KEY_PLACEHOLDER, type Sample, type SampleRequest, samplesOf } from '../../api/request-samples.ts';
import { textOf } from '../../ui/forms/form.tsx';
import type { OpenApiDocument, Operation } from './document.ts';
import { exampleOf, resolve } from './schemas.ts';

const has = ({ security = [] }: Operation, scheme: string) => security.some((one) => scheme in one);

export const needsKey = (operation: Operation) => has(operation, 'apiKeyHeader');
const needsSession = (operation: Operation) => has(operation, 'session');
const takesClient = (operation: Operation) => has(operation, 'clientCredentials');

/** Describes the cost of a request in units of the client's limits. */
export const unitsOf = ({ operationId }: Operation): string =>
  operationId === 'postForecasts'
    ? '1 unit per location, or per 10,000 values (rounded up) if that is more'
    : '1 unit per 10,000 values, rounded up';

/** Builds the request from the form's values. Empty values are omitted; the service reports those it needs. */
export function requestOf(
  { method, path, parameters, requestBody }: Operation,
  values: FormData,
): { pathAndQuery: string; method: string; headers: Record<string, string>; body?: string } {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let place = path;
  for (const { name, in: where } of parameters) {
    // Several checked values are sent as one list.
    const text = values.getAll(name).map(String).join(',').trim();
    if (where === 'path') place = place.replace(`{${name}}`, encodeURIComponent(text));
    else if (text === '') continue;
    else if (where === 'query') query.set(name, text);
    else headers[name.toLowerCase()] = text;
  }
  const search = query.toString().replaceAll('%2C', ',');
  const body = requestBody === undefined ? undefined : textOf(values, 'body');
  return { method, pathAndQuery: search === '' ? place : `${place}?${search}`, headers, body };
}

function sampleOf(operation: Operation, values: FormData, key: string): SampleRequest {
  const credentials = takesClient(operation) ? 'client' : needsSession(operation) ? 'session' : undefined;
  const request = requestOf(operation, values);
  return {
    ...request,
    headers: { ...(needsKey(operation) && { apikey: key }), ...request.headers },
    credentials,
  };
}

/** Returns the request in several languages, and as a URL for GET requests. */
export function operationSamples(operation: Operation, values: FormData): Sample[] {
  const sample = sampleOf(operation, values, KEY_PLACEHOLDER);
  const samples = samplesOf(sample);
  if (operation.method !== 'GET') return samples;
  const url = new URL(sample.pathAndQuery, location.origin);
  if (needsKey(operation)) url.searchParams.set('apikey', KEY_PLACEHOLDER);
  return [...samples, { title: 'URL', code: url.href.replaceAll('%2C', ',') }];
}

/** Initial values that make the first request succeed. */
export const FIRST_VALUES: Record<string, string> = { lat: '52.2297', lon: '21.0122' };

export function firstBody(document: OpenApiDocument, { requestBody }: Operation): string | undefined {
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return undefined;
  const example = exampleOf(document, schema, false) as Record<string, unknown>;
  const point = resolve(document, schema).properties?.lat ? { lat: 52.2297, lon: 21.0122 } : {};
  return JSON.stringify({ ...example, ...point }, null, 2);
}
