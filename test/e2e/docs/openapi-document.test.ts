import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { inlinedDocument } from '../../support/inlined-document.js';
import { useTestApp } from '../../support/test-app.js';

interface Reference {
  $ref: string;
}

const app = useTestApp();

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${app().url}${path}`, { headers });

it('is the same document as YAML and as JSON', async () => {
  const json: unknown = await (await get('/openapi.json')).json();

  expect(parse(await (await get('/openapi.yaml')).text())).toEqual(json);
});

it.each([
  ['get', ['200', '304', '400', '401', '403', '417', '429', '500', '503', 'default']],
  ['post', ['200', '400', '401', '403', '413', '415', '417', '429', '500', '503', 'default']],
])('lists every status of a forecast requested with %s', async (method, statuses) => {
  const { paths } = inlinedDocument(
    (await (await get('/openapi.json')).json()) as {
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
    },
  );
  const { responses } = paths['/v1/weather/forecast'][method];

  expect(Object.keys(responses).sort()).toEqual(statuses);
  for (const [status, code] of [
    ['400', 'ambiguous_api_key'],
    ['503', 'forecast_unavailable'],
  ])
    expect(JSON.stringify(responses[status])).toContain(code);
});

it.each([
  ['401', 'WWW-Authenticate', 'ApiKey', true],
  ['403', 'WWW-Authenticate', 'Bearer', false],
  ['415', 'Accept-Encoding', 'identity', false],
])('has the header that %s is sent with: %s', async (status, name, example, required) => {
  const { paths, components } = (await (await get('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { responses: Record<string, Reference> }>>;
    components: {
      responses: Record<string, object>;
      headers: Record<string, { example: string; required?: boolean }>;
    };
  };
  const named = ({ $ref }: Reference) => $ref.split('/').at(-1)!;
  const response = components.responses[named(paths['/v1/weather/forecast'].post.responses[status])];
  const { headers } = response as { headers: Record<string, Reference> };
  const header = components.headers[named(headers[name])];

  expect(header.example).toContain(example);
  expect(header.required ?? false).toBe(required);
});

it('has each refusal and each example of an error once, however many operations have it', async () => {
  const { paths, components } = (await (await get('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { responses: Record<string, object> }>>;
    components: Record<'responses' | 'examples', Record<string, object>>;
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const refusals = operations.flatMap(({ responses }) =>
    Object.entries(responses).filter(([status]) => status >= '400'),
  );
  expect(refusals.length).toBeGreaterThan(500);
  expect(refusals.filter(([, response]) => !('$ref' in response))).toEqual([]);
  for (const shared of [components.responses, components.examples]) {
    const texts = Object.values(shared).map((part) => JSON.stringify(part));
    expect(new Set(texts).size).toBe(texts.length);
  }
});

describe.each(['/openapi.json', '/openapi.yaml'])('%s', (path) => {
  it.each(['identity', 'gzip', 'br', 'zstd'])('responds with 304 if cached in %s', async (coding) => {
    const headers = { 'accept-encoding': coding };
    const first = await get(path, headers);
    const etag = first.headers.get('etag')!;
    await first.text();

    const again = await get(path, { ...headers, 'if-none-match': etag });

    expect([first.status, again.status]).toEqual([200, 304]);
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.headers.get('vary')).toBe('Accept-Encoding');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(await again.text()).toBe('');
    expect((await get(path, { ...headers, 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('supports HEAD', async () => {
    const { status, headers } = await fetch(`${app().url}${path}`, { method: 'HEAD' });

    expect([status, headers.has('etag')]).toEqual([200, true]);
  });
});
