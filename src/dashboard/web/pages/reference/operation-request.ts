import type { SampleRequest } from '../../api/request-samples.ts';
import { textOf } from '../../ui/form.tsx';
import type { OpenApiDocument, Operation } from './document.ts';
import { exampleOf } from './schemas.ts';

const has = ({ security = [] }: Operation, scheme: string) => security.some((one) => scheme in one);

export const needsKey = (operation: Operation) => has(operation, 'apiKeyHeader');
export const needsSession = (operation: Operation) => has(operation, 'session');
export const takesClient = (operation: Operation) => has(operation, 'clientCredentials');

/** What sending it takes from the limits of its client. */
export const unitsOf = ({ operationId }: Operation): string =>
  operationId === 'postForecasts' ? '1 unit for each location' : '1 unit';

/** What the fields hold, as a request. Empty ones are left out; the service says what it misses. */
export function requestOf(
  { method, path, parameters, requestBody }: Operation,
  values: FormData,
): { pathAndQuery: string; method: string; body?: string } {
  const query = new URLSearchParams();
  let place = path;
  for (const { name, in: where } of parameters) {
    const text = textOf(values, name);
    if (where === 'path') place = place.replace(`{${name}}`, encodeURIComponent(text));
    else if (where === 'query' && text !== '') query.set(name, text);
  }
  const search = query.toString().replaceAll('%2C', ',');
  const body = requestBody === undefined ? undefined : textOf(values, 'body');
  return { method, pathAndQuery: search === '' ? place : `${place}?${search}`, body };
}

export function sampleOf(operation: Operation, values: FormData, key: string): SampleRequest {
  const credentials = takesClient(operation) ? 'client' : needsSession(operation) ? 'session' : undefined;
  return {
    ...requestOf(operation, values),
    headers: needsKey(operation) ? { apikey: key } : {},
    credentials,
  };
}

/** Values to begin with, so that one press on the button gets an answer. */
export const FIRST_VALUES: Record<string, string> = { lat: '52.2297', lon: '21.0122' };

export function firstBody(document: OpenApiDocument, { requestBody }: Operation): string | undefined {
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return undefined;
  const example = exampleOf(document, schema, false) as Record<string, unknown>;
  const point = 'lat' in example ? { lat: 52.2297, lon: 21.0122 } : {};
  return JSON.stringify({ ...example, ...point }, null, 2);
}
