import { basename, dirname } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { GUIDE_NAMES } from '../../../src/docs/guides.js';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';
import { ApiCaller } from '../../support/api-caller.js';
import { expectProblem, PUBLIC_URL } from '../../support/problems.js';
import { sendRaw } from '../../support/raw-request.js';
import { registeredRoutes } from '../../support/registered-routes.js';
import { inlinedDocument } from '../../support/inlined-document.js';
import { useTestApp } from '../../support/test-app.js';
import { guides } from '../../support/written-texts.js';

/** The codes and statuses of the contract, which programs rely on, including those for malformed requests. */
const CONTRACT = {
  ambiguous_credentials: 400,
  invalid_parameter: 400,
  malformed_body: 400,
  malformed_request: 400,
  ambiguous_api_key: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  revoked_api_key: 401,
  expired_api_key: 401,
  invalid_token: 401,
  unauthenticated: 401,
  invalid_credentials: 401,
  invalid_factor: 401,
  invalid_passkey: 401,
  insufficient_scope: 403,
  forbidden: 403,
  client_disabled: 403,
  account_disabled: 403,
  email_not_verified: 403,
  cross_site_request: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  expectation_failed: 417,
  email_taken: 409,
  conflict: 409,
  job_not_done: 409,
  job_failed: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  headers_too_large: 431,
  quota_exceeded: 429,
  too_many_attempts: 429,
  forecast_unavailable: 503,
  fresh_sign_in_required: 403,
  session_confined: 403,
  service_unavailable: 503,
  overloaded: 503,
  usage_unavailable: 503,
  sign_in_unavailable: 503,
  dns_unavailable: 503,
  factor_required: 403,
  internal_error: 500,
};

interface ProblemExample {
  code: keyof typeof CONTRACT;
  status: number;
}

/** Returns every example of an error in the document. */
function problemExamples(part: unknown): ProblemExample[] {
  if (typeof part !== 'object' || part === null) return [];
  if (!('application/problem+json' in part)) return Object.values(part).flatMap(problemExamples);
  const { examples } = part['application/problem+json'] as {
    examples: Record<string, { value: ProblemExample }>;
  };
  return Object.entries(examples).map(([name, { value }]) => {
    expect(value.code).toBe(name);
    return value;
  });
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

const { problems } = OWN_FEATURE_SET;
const app = useTestApp();
const get = (path: string) => new ApiCaller(app().url).get<string>(path);

const GUIDE_PATHS = GUIDE_NAMES.map((name) => `/docs/${name}`);

describe.each(['/', '/docs', ...GUIDE_PATHS])('the page %s', (path) => {
  it('is HTML that satisfies the strict content policy', async () => {
    const { status, headers, body } = await get(path);

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(body).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(body).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc="\/)/i);
    expect(body).not.toMatch(/(?:src=|<link[^>]*href=)"(?:https?:)?\/\//);
    expect(body).not.toMatch(/href="(?:http:|[^"]*\.md)/);
  });

  it('has no broken links', async () => {
    const { body } = await get(path);
    const links = new Set([...body.matchAll(/(?:src|href)="(\/[^"#]*)/g)].map(([, link]) => link));

    expect(links.size).toBeGreaterThan(0);
    for (const link of links) expect([link, (await get(link)).status]).toEqual([link, 200]);
  });
});

it.each(['/docs', '/docs/guides', '/docs/quickstart', '/docs/errors', '/docs/methods', '/docs/versioning'])(
  '%s links callers of the API to no pages for operators',
  async (path) => {
    const { body } = await get(path);
    for (const operators of ['/docs/operating', '/docs/monitoring', '/docs/scale', '/health/ready'])
      expect(body).not.toContain(`href="${operators}`);
  },
);

it.each([
  ['callers', 'guides'],
  ['operators', 'operating'],
])('every guide for %s is listed by /docs/%s, and links back to it', async (readers, index) => {
  const list = await get(`/docs/${index}`);
  const pages = guides
    .filter(({ path }) => dirname(path).endsWith(`/${readers}`))
    .map(({ path }) => `/docs/${basename(path, '.md')}`);
  expect(pages).toContain(`/docs/${index}`);
  for (const page of pages) {
    expect(list.body).toContain(`href="${page}"`);
    expect((await get(page)).body).toContain(`href="/docs/${index}"`);
  }
});

it('all guides in the folder are served, and no others', () => {
  expect(guides.map(({ path }) => basename(path, '.md')).sort()).toEqual(GUIDE_NAMES.toSorted());
});

it('a guide is its Markdown as HTML, with an anchor for each heading', async () => {
  const { body } = await get('/docs/configuration');
  expect(body).toContain(
    '<h2 id="replace-key_secret"><a href="#replace-key_secret">Replace KEY_SECRET</a></h2>',
  );
  expect(body).toContain('<a href="/docs/model-runs#the-feed">tried in order</a>');
  expect(body).toMatch(/<div class="table"[^>]*><table>[^]*<code>RUNS_KEPT<\/code>/);
});

it('links between guides point to existing headings', async () => {
  for (const path of GUIDE_PATHS) {
    const { body } = await get(path);
    for (const [, page, anchor] of body.matchAll(/href="(\/docs\/[\w-]+)?#([^"]+)"/g)) {
      const target = page === undefined ? body : (await get(page)).body;
      expect([path, anchor, target.includes(` id="${anchor}"`)]).toEqual([path, anchor, true]);
    }
  }
});

it.each([
  ['/docs/page.css', 'text/css'],
  ['/assets/icon.svg', 'image/svg\\+xml'],
])('serves %s as %s', async (path, type) => {
  const { status, headers } = await get(path);

  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(new RegExp(`^${type}(;|$)`));
  // Their names stay the same when their content changes.
  expect(headers.get('cache-control') ?? '').not.toContain('immutable');
});

it.each([{ range: 'bytes=99999999-' }, { 'if-match': '"x"' }])(
  'responds with 400 to the headers %j',
  async (headers) => {
    const path = '/assets/icon.svg';
    const answer = await sendRaw(app().url, { path, headers });

    expectProblem(answer, 400, 'invalid_parameter', { instance: path, parameters: ['headers'] });
  },
);

describe('the errors', () => {
  it('are those of the contract, with its statuses', () => {
    const statuses = problems.codes.map((code) => [code, problems.describe(code).status]);
    expect(Object.fromEntries(statuses)).toEqual(CONTRACT);
  });

  it('have an anchor each, and there are no other anchors', async () => {
    const { body } = await get('/docs/errors');

    const anchors = [...body.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(anchors.sort()).toEqual(Object.keys(CONTRACT).sort());
  });

  it('have a page that says what to do and shows an example', async () => {
    const { body } = await get('/docs/errors');

    for (const code of problems.codes) {
      const { title, help, status } = problems.describe(code);
      const section = unescapeHtml(new RegExp(`<h2 id="${code}">(.*?)(?=<h2|</main>)`, 's').exec(body)![1]);
      expect(section).toContain(`${title}.`);
      expect(section).toContain(help);
      const example = JSON.parse(/<pre[^>]*><code[^>]*>(.*)<\/code>/s.exec(section)![1]) as Record<
        string,
        unknown
      >;
      expect(example).toMatchObject({ code, title, status, detail: expect.stringMatching(/\w+ \w+/) });
    }
  });

  it('occur in the OpenAPI document, each with an example of its own status', async () => {
    const { body } = await new ApiCaller(app().url).get('/openapi.json');
    const examples = problemExamples(inlinedDocument(body));

    for (const { code, status } of examples) expect([code, CONTRACT[code]]).toEqual([code, status]);
    expect([...new Set(examples.map(({ code }) => code))].sort()).toEqual(Object.keys(CONTRACT).sort());
  });

  it('point to their anchors', async () => {
    const { body } = await new ApiCaller(app().url).get<{ type: string }>('/v1/accounts/me');

    const [page, anchor] = body.type.replace(PUBLIC_URL, '').split('#');
    expect((await get(page)).body).toContain(` id="${anchor}"`);
  });
});

describe('the OpenAPI document', () => {
  interface Document {
    openapi: string;
    servers: { url: string }[];
    paths: Record<string, Record<string, { operationId: string }>>;
  }
  const read = async () => (await new ApiCaller(app().url).get<Document>('/openapi.json')).body;

  it('names the version and the public URL', async () => {
    const { openapi, servers } = await read();

    expect(openapi).toMatch(/^3\.1\./);
    expect(servers).toEqual([{ url: PUBLIC_URL }]);
  });

  it('has an operation for each route of the API, and no others', async () => {
    const { paths } = await read();

    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const registered = registeredRoutes(app())
      .filter(
        ({ method, path }) =>
          method !== 'HEAD' && /^\/((v1|v4|open-meteo|health|\.well-known)\/|(metrics|mcp)$)/.test(path),
      )
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(documented.sort()).toEqual(registered.sort());
  });

  it('gives each operation its own ID', async () => {
    const operations = Object.values((await read()).paths).flatMap((path) => Object.values(path));

    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(operations.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+[A-Za-z]*$/);
  });

  it('is also available as YAML', async () => {
    const { status, headers, body } = await get('/openapi.yaml');

    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/yaml/);
    for (const path of Object.keys((await read()).paths)) expect(body).toContain(`\n  ${path}:\n`);
  });
});
