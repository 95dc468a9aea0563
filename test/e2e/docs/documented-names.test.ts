import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';
import { loadConfiguration } from '../../../src/core/config/load-configuration.js';
import { PLAIN_FIELDS } from '../../../src/apis/mcp/weather/plain-fields.js';
import { ANSWER_WARNINGS } from '../../../src/forecast/series/answer-warnings.js';
import { AUTO_WITHOUT_STATION } from '../../../src/verification/forecasts/own-sources.js';
import { registeredRoutes } from '../../support/registered-routes.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { writtenTexts } from '../../support/written-texts.js';

const project = (path: string) => new URL(`../../../${path}`, import.meta.url);

const PAGES = ['/docs/errors', '/docs/methods', '/docs/monitoring', '/docs/scale'];
const ROUTE =
  /(?:\b(GET|POST|PUT|PATCH|DELETE) )?(?<!\/|\b(?:src|test)\b[\w/-]*)(\/(?:v1|docs|health|metrics|openapi)\b[\w/.{}$-]*)/g;
/** Routes of the example feature, in the examples of errors, and of Open-Meteo. */
const OTHER_ROUTES = [
  '/v1/forecast',
  '/v1/valley-alerts',
  '/v1/examples',
  '/v1/examples/current',
  '/v1/exmaples',
];
const CODE = /^[a-z]+(?:_[a-z]+)+$/;
/**
 * Names of the example feature; reasons why an alert has no values; warnings that the ingest writes into a run; the log
 * with traces enabled; a secret of Home Assistant; PostgreSQL and parameters of its URLs; Open-Meteo.
 */
const OTHER_CODES = [
  AUTO_WITHOUT_STATION,
  'alert_id',
  'no_values',
  'missing_records',
  'missing_members',
  'implausible_values',
  'total_differs',
  'trace_id',
  'weather_api_key',
  'pg_stat_activity',
  'application_name',
  'channel_binding',
  'connect_timeout',
  'target_session_attrs',
  'email_verified',
  'xms_edov',
  'auth_time',
  'ecmwf_ifs',
  'gfs_global',
  'gfs_seamless',
  'icon_eu',
  'windspeed_unit',
  // Tools of MCP, which test/e2e/apis/mcp covers, and the plain names of their fields.
  'compare_models',
  'find_place',
  'get_current_weather',
  'get_usage',
  ...Object.keys(PLAIN_FIELDS),
];
const SETTING = /\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b/g;
/** Variables of the tests and of standards that libraries read, and exports of the package. */
const OTHER_SETTINGS =
  /^(OTEL|AWS|TEST|CI|NODE|TIDES)_|^(KEEP_RATIOS|KILL_CYCLES|DATABASE_AWAY_SECONDS|FLIPPED_BITS|FUZZ(?:ED)?_\w+|GFS_RESOLUTON|SCOPE_HOLDERS|VALLEY_\w+|OIDC_(?:ENTRA|GOOGLE_WORK)_ISSUER)$/;

/** The texts between backticks or in <code>. */
function codeSpans(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`|<code>([^<]+)<\/code>/g)];
  return spans.map(([, inMarkdown, inHtml]) => inMarkdown ?? inHtml);
}

function settingNames(): Set<string> {
  const names = new Set<string>();
  loadConfiguration(
    new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name: string) => void names.add(name) }),
    OWN_FEATURE_SET.models,
  );
  return names;
}

/** All strings in a JSON document, including the names of members. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...wordsOf(member)]);
}

describe('names in the README, the guides, the pages and the OpenAPI document', () => {
  let app: TestApp;
  let document: unknown;
  let health: unknown;
  let metrics: string[];
  let tables: string[];
  const texts = new Map<string, string>();

  beforeAll(async () => {
    app = await startTestApp();
    // The changelog also mentions removed names.
    for (const { path, text } of writtenTexts) if (path !== 'CHANGELOG.md') texts.set(path, text);
    for (const page of PAGES) {
      const response = await fetch(app.url + page);
      expect([page, response.status]).toEqual([page, 200]);
      texts.set(page, await response.text());
    }
    // The committed document: the one served here lacks what Nest's compiler plugin adds.
    document = JSON.parse(readFileSync(project('openapi/openapi.json'), 'utf8'));
    health = await (await fetch(`${app.url}/health/ready`)).json();
    const exposition = await (await fetch(`${app.url}/metrics`)).text();
    const rows = await app.runSql('select table_name as name from information_schema.tables');
    tables = rows.map(({ name }) => String(name));
    metrics = [...exposition.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    texts.set(
      'openapi.json',
      wordsOf(document)
        .filter((word) => word.includes(' '))
        .join('\n'),
    );
  });
  afterAll(() => app.close());

  const named = (names: (text: string) => string[]) =>
    [...texts].flatMap(([source, text]) => names(text).map((name) => ({ source, name })));

  it('are existing routes', () => {
    const routes = registeredRoutes(app).map(({ method, path }) => ({
      method,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`),
    }));
    const exists = ({ name }: { name: string }) => {
      const [path, method] = name.split(' ').reverse();
      return routes.some(
        (route) => (method === undefined || route.method === method) && route.pattern.test(path),
      );
    };
    const mentions = named((text) =>
      [...text.matchAll(ROUTE)].map(([, method, path]) => {
        const plain = path
          .replace(/\.$/, '')
          .replace(/\/$/, '')
          .replace(/\{\w+\}|\$\w+/g, 'x');
        return method === undefined ? plain : `${method} ${plain}`;
      }),
    ).filter(({ name }) => !['/health', '/v1', '/docs', ...OTHER_ROUTES].includes(name));
    expect(mentions.length).toBeGreaterThan(40);
    expect(mentions.filter((mention) => !exists(mention))).toEqual([]);
  });

  it('are existing codes and members', () => {
    const known = new Set([
      ...OWN_FEATURE_SET.problems.codes,
      ...Object.keys(ANSWER_WARNINGS),
      ...wordsOf([document, health]),
      ...metrics,
      ...tables,
      ...OTHER_CODES,
    ]);
    const mentions = named((text) => codeSpans(text).filter((span) => CODE.test(span)));
    expect(mentions.length).toBeGreaterThan(20);
    expect(mentions.filter(({ name }) => !known.has(name))).toEqual([]);
  });

  it('are existing settings', () => {
    const known = settingNames();
    const mentions = named((text) =>
      codeSpans(text).flatMap((span) => [...span.matchAll(SETTING)].map(([name]) => name)),
    );
    expect(mentions.length).toBeGreaterThan(40);
    expect(mentions.filter(({ name }) => !known.has(name) && !OTHER_SETTINGS.test(name))).toEqual([]);
  });
});
