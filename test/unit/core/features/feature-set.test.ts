import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { EntitySchema } from '@mikro-orm/core';
import { Controller, Get, Module, Post } from '@nestjs/common';
import { RequiresSession } from '../../../../src/core/http/access/access.decorator.js';
import { FeatureError } from '../../../../src/core/features/feature-error.js';
import { FeatureSet } from '../../../../src/core/features/feature-set.js';
import type { Feature } from '../../../../src/core/features/feature.types.js';
import { OWN_FEATURES } from '../../../../src/boot/features/features.js';
import { hill } from '../../../support/hill/hill.feature.js';
import { messageOf } from '../../../support/message-of.js';
import { moduleWith } from '../../../support/module-with.js';

/** Casts members to a feature, as untyped JavaScript might define it. */
const feature = (members: Record<string, unknown>) => ({ name: 'alerts', ...members }) as unknown as Feature;

const refusal = (...others: Feature[]) => messageOf(() => new FeatureSet(OWN_FEATURES, others), FeatureError);

class Migration20261201120000 {
  up(): void {
    // Nothing to do.
  }
}

const SCOPE = { title: 'Read alerts', holders: ['key'], byDefault: true };
const PAGE = { path: '/alerts', title: 'Alerts', script: new URL(import.meta.url) };
const PROBLEM = { status: 409, title: 'Too many alerts', help: 'Delete one.' };
const METRIC = {
  name: 'hail',
  title: 'Hail',
  description: 'Hail in the hour.',
  quantity: 'length',
  decimals: 1,
  needs: ['precipitation'],
  course: 'held',
  derive: () => new Float64Array(),
  daily: ['sum'],
  method: 'As it is.',
};
const PERMISSION = { title: 'Manage alerts', roles: ['owner'] };
const SETTING = { kind: 'url', description: 'Where alerts come from.' };
const SCHEME = { type: 'http', scheme: 'bearer' };
const GUST = { name: 'windGustMax', title: 'Gust', measure: 'maximum' };

const OWNERS: Record<string, string> = {
  'the scope forecast:read': 'forecast',
  'the problem email_taken': 'accounts',
  'the schema usage': 'usage',
  'the permission clients.read': 'organizations',
  'the security scheme session': 'sessions',
  'the metric temperature': 'forecast',
  'the model gfs': 'ingest',
  'the model gfs_seamless': 'ingest',
};

describe('rejects conflicting claims in one line that names both features:', () => {
  it.each([
    ['the name clients', { name: 'clients' }],
    ['the scope forecast:read', { scopes: { 'forecast:read': SCOPE } }],
    ['the problem email_taken', { problems: { email_taken: PROBLEM } }],
    ['the audit action client.created', { auditActions: ['client.created'] }],
    ['the audit action client.deleted', { auditActions: { 'client.deleted': 'Gone' } }],
    ['the ID prefix cli', { idPrefixes: { climate: 'cli' } }],
    ['the tag Clients', { tags: [{ name: 'Clients', description: 'Others.' }] }],
    ['the entity Client', { entities: [new EntitySchema({ name: 'Client', tableName: 'others' })] }],
    ['the table clients', { entities: [new EntitySchema({ name: 'Other', tableName: 'clients' })] }],
    ['the table clients', { entities: [class Clients {}] }],
    ['the permission clients.read', { permissions: { 'clients.read': PERMISSION } }],
    ['the schema usage', { schemas: ['usage'] }],
    ['the security scheme session', { securitySchemes: { session: SCHEME } }],
    ['the example of client_id', { examples: { client_id: 'cli_1' } }],
    ['the metric temperature', { metrics: [{ ...METRIC, name: 'temperature' }] }],
    ['the model gfs', { models: [{ ...hill, name: 'gfs' }] }],
    ['the model gfs', { models: [{ ...hill, openMeteoNames: ['gfs'] }] }],
    ['the model gfs_seamless', { models: [{ ...hill, openMeteoNames: ['gfs_seamless'] }] }],
    ['the route GET /v1/clients/:', { module: moduleWith(Get, ':otherName') }],
    ['the route POST /v1/clients', { module: moduleWith(Post, '/') }],
  ])('%s', (claim, members) => {
    const owner = OWNERS[claim] ?? 'clients';
    const { name } = feature(members);

    expect(refusal(feature(members))).toBe(
      name === owner
        ? `Two features claim ${claim}.`
        : `The features "${owner}" and "${name}" both claim ${claim}.`,
    );
  });

  it('a dashboard page that another feature has, built-in or not', () => {
    const storms = feature({ name: 'storms', dashboard: [PAGE] });

    expect(refusal(feature({ dashboard: [PAGE] }), storms)).toBe(
      'The features "alerts" and "storms" both claim the route GET /alerts.',
    );
    expect(refusal(feature({ dashboard: [{ ...PAGE, path: '/clients' }] }))).toBe(
      'The features "clients" and "alerts" both claim the route GET /clients.',
    );
  });

  it('a feature that claims something twice', () => {
    expect(refusal(feature({ auditActions: ['alert.created', 'alert.created'] }))).toBe(
      'The feature "alerts" claims the audit action alert.created twice.',
    );
  });

  it.each([
    ['the name cloudiness of a metric', 'cloudCover', { otherNames: ['cloudiness'] }],
    ['the name dewpoint of a metric', 'dewPoint', { otherNames: ['dewpoint'] }],
    ['the daily value windGustMax', 'windGust', { daily: [GUST] }],
  ])('%s, with the metrics that have it', (claim, metric, members) => {
    expect(refusal(feature({ metrics: [{ ...METRIC, ...members }] }))).toBe(
      `The features "forecast" and "alerts" both claim ${claim}: the metrics ${metric} and hail have it.`,
    );
  });

  it('a setting that another feature has', () => {
    const settings = { ALERTS_URL: SETTING };
    expect(refusal(feature({ settings }), feature({ name: 'storms', settings }))).toBe(
      'The features "alerts" and "storms" both claim the setting ALERTS_URL.',
    );
  });

  it('but accepts routes that differ in method or path', () => {
    expect(refusal(feature({ module: moduleWith(Get, ':clientId/alerts') }))).toBeUndefined();
    expect(refusal(feature({ module: moduleWith(Post, ':clientId') }))).toBeUndefined();
  });
});

it('rejects a route whose scope for personal access tokens can’t be granted to tokens', () => {
  @Controller('v1/valley-alerts')
  class AlertsController {
    @Get()
    @RequiresSession('alerts:read')
    list(): string {
      return '';
    }
  }
  @Module({ controllers: [AlertsController] })
  class AlertsModule {}
  const withHolders = (...holders: string[]) =>
    feature({ module: AlertsModule, scopes: { 'alerts:read': { ...SCOPE, holders } } });

  expect(refusal(withHolders('key', 'client'))).toBe(
    'The feature "alerts" has a wrong value: the holders of the scope alerts:read must include "token", because GET /v1/valley-alerts takes it from personal access tokens.',
  );
  expect(refusal(withHolders('key', 'token'))).toBeUndefined();
});

describe('rejects an invalid value in one line that names the feature:', () => {
  it.each([
    ['module', { module: 'AlertsModule' }],
    ['entities', { entities: ['Alert'] }],
    ['migrations', { migrations: [class Alerts {}] }],
    ['auditActions', { auditActions: ['created'] }],
    ['auditActions.created', { auditActions: { created: 'Alert created' } }],
    ['auditActions.alert.created', { auditActions: { 'alert.created': '' } }],
    ['auditActions', { auditActions: 'alert.created' }],
    ['idPrefixes.alert', { idPrefixes: { alert: 'alert' } }],
    ['scopes.alerts', { scopes: { alerts: SCOPE } }],
    ['scopes.alerts:read.title', { scopes: { 'alerts:read': { ...SCOPE, title: '' } } }],
    ['scopes.alerts:read.holders', { scopes: { 'alerts:read': { ...SCOPE, holders: [] } } }],
    ['scopes.alerts:read.holders', { scopes: { 'alerts:read': { ...SCOPE, holders: ['keys'] } } }],
    ['scopes.alerts:read.byDefault', { scopes: { 'alerts:read': { ...SCOPE, byDefault: 'yes' } } }],
    ['scopes', { scopes: ['alerts:read'] }],
    ['problems.tooMany', { problems: { tooMany: PROBLEM } }],
    ['problems.too_many.status', { problems: { too_many: { ...PROBLEM, status: 200 } } }],
    ['problems.too_many.title', { problems: { too_many: { ...PROBLEM, title: undefined } } }],
    ['problems.too_many.help', { problems: { too_many: { ...PROBLEM, help: 1 } } }],
    ['problems.too_many.status', { problems: { too_many: null } }],
    ['permissions.alerts', { permissions: { alerts: PERMISSION } }],
    ['permissions.alerts:manage.title', { permissions: { 'alerts:manage': { roles: [] } } }],
    [
      'permissions.alerts:manage.roles',
      { permissions: { 'alerts:manage': { ...PERMISSION, roles: ['boss'] } } },
    ],
    [
      'permissions.alerts:manage.administrators',
      { permissions: { 'alerts:manage': { ...PERMISSION, administrators: 'yes' } } },
    ],
    ['onAccountEnd', { onAccountEnd: 'delete' }],
    ['onOrganizationEnd', { onOrganizationEnd: {} }],
    ['exportOf', { exportOf: [] }],
    ['settings.alertsUrl', { settings: { alertsUrl: SETTING } }],
    ['settings.ALERTS_URL.kind', { settings: { ALERTS_URL: { ...SETTING, kind: 'uri' } } }],
    ['settings.ALERTS_URL.description', { settings: { ALERTS_URL: { kind: 'url' } } }],
    ['settings.MOST_ALERTS', { settings: { MOST_ALERTS: { ...SETTING, kind: 'integer', default: '5' } } }],
    ['settings.ALERTS', { settings: { ALERTS: { ...SETTING, kind: 'choice' } } }],
    [
      'settings.ALERTS',
      { settings: { ALERTS: { ...SETTING, kind: 'choice', choices: ['a'], default: 'b' } } },
    ],
    ['tags', { tags: ['Alerts'] }],
    ['metrics', { metrics: {} }],
    ['metrics', { metrics: ['hail'] }],
    ['metrics', { metrics: [{ ...METRIC, name: 'Hail' }] }],
    ['metrics', { metrics: [{ ...METRIC, name: 'h'.repeat(34) }] }],
    ['metrics.hail.byDefault', { metrics: [{ ...METRIC, byDefault: 'no' }] }],
    [
      'metrics.hail.ofMembers',
      { metrics: [{ ...METRIC, ofMembers: ['precipitationP10', 'precipitationP50'] }] },
    ],
    ['metrics.hail.ofMembers', { metrics: [{ ...METRIC, ofMembers: 'precipitation' }] }],
    ['metrics.hail.needsMembers', { metrics: [{ ...METRIC, needsMembers: true }] }],
    ['metrics.hail.title', { metrics: [{ ...METRIC, title: '' }] }],
    ['metrics.hail.quantity', { metrics: [{ ...METRIC, quantity: 'lenght' }] }],
    ['metrics.hail.quantity', { metrics: [{ ...METRIC, quantity: { metric: 'mm', imperial: 'in' } }] }],
    ['metrics.hail.decimals', { metrics: [{ ...METRIC, decimals: 4 }] }],
    ['metrics.hail.needs', { metrics: [{ ...METRIC, needs: ['hail'] }] }],
    ['metrics.hail.course', { metrics: [{ ...METRIC, course: 'straight' }] }],
    ['metrics.hail.derive', { metrics: [{ ...METRIC, derive: 1 }] }],
    ['metrics.hail.climatology', { metrics: [{ ...METRIC, climatology: {} }] }],
    ['metrics.hail.daily', { metrics: [{ ...METRIC, daily: ['median'] }] }],
    ['metrics.hail.daily', { metrics: [{ ...METRIC, daily: [{ ...GUST, name: 'sunriseTime' }] }] }],
    [
      'metrics.hail.daily',
      { metrics: [{ ...METRIC, daily: [{ ...GUST, name: 'hailMost', everyHourOf: 'rain' }] }] },
    ],
    ['metrics.hail.method', { metrics: [{ ...METRIC, method: undefined }] }],
    ['metrics.hail.panel', { metrics: [{ ...METRIC, panel: { title: 'Hail', chart: 'pie' } }] }],
    ['metrics.hail.otherNames', { metrics: [{ ...METRIC, otherNames: ['Hail stones'] }] }],
    ['metrics.hail.unit', { metrics: [{ ...METRIC, unit: 'mm' }] }],
    ['dashboard', { dashboard: [{ ...PAGE, path: '/alerts/list' }] }],
    ['dashboard', { dashboard: [{ ...PAGE, title: '' }] }],
    ['dashboard', { dashboard: [{ ...PAGE, script: import.meta.url }] }],
    ['dashboard', { dashboard: [{ ...PAGE, script: new URL('./nothing.js', import.meta.url) }] }],
    ['dashboard', { dashboard: [{ path: '/alerts', title: 'Alerts' }] }],
    ['dashboard', { dashboard: [{ path: '/alerts' }] }],
    ['dashboard', { dashboard: [null] }],
    ['dashboard', { dashboard: {} }],
    ['dashboard./alerts.icon', { dashboard: [{ ...PAGE, icon: 'thunder' }] }],
    ['dashboard./alerts.order', { dashboard: [{ ...PAGE, order: 'first' }] }],
    ['dashboard./alerts.adminsOnly', { dashboard: [{ ...PAGE, adminsOnly: 'yes' }] }],
    ['dashboard./alerts.ofOrganization', { dashboard: [{ ...PAGE, ofOrganization: 1 }] }],
    ['dashboard./alerts.isForAdmins', { dashboard: [{ ...PAGE, isForAdmins: true }] }],
    ['dashbord', { dashbord: [] }],
    ['schemas', { schemas: ['public'] }],
    ['routes', { routes: ['/robots.txt'] }],
    ['secretPaths', { secretPaths: ['/alerts/:key'] }],
    ['secretPaths', { secretPaths: null }],
    ['schemas', { schemas: ['pg_toast'] }],
    ['dataFiles', { dataFiles: ['../other/*.log'] }],
    ['dataFiles', { dataFiles: ['/etc/passwd'] }],
    ['dataFiles', { dataFiles: ['alerts/../../*'] }],
    ['examples', { examples: ['Alert'] }],
    ['securitySchemes.token', { securitySchemes: { token: { ...SCHEME, type: 'header' } } }],
    ['securitySchemes', { securitySchemes: ['token'] }],
  ])('%s', (what, members) => {
    const message = refusal(feature(members));

    expect(message).toMatch(`The feature "alerts" has a wrong value: ${what} must be `);
    expect(message).not.toContain('\n');
  });

  it.each([undefined, null, 'alerts', {}, { name: 'Severe alerts' }])('%j instead of a feature', (value) => {
    expect(refusal(value as unknown as Feature)).toMatch(/^A feature (must|has)/);
  });
});

it('accepts digits in the names that a feature declares', () => {
  const co2 = feature({
    name: 'co2',
    scopes: { 'co2:read': SCOPE },
    problems: { no_co2: PROBLEM },
    auditActions: ['co2.created'],
    events: { 'co2.measured': { title: 'Measured', description: 'Measured.', example: {} } },
  });

  expect(refusal(co2)).toBeUndefined();
});

describe('a feature set', () => {
  const set = new FeatureSet(OWN_FEATURES, [
    feature({
      scopes: {
        'alerts:read': { ...SCOPE, byDefault: false },
        'alerts:manage': { ...SCOPE, holders: ['client'] },
      },
      problems: { too_many_alerts: PROBLEM },
      auditActions: ['alert.created'],
      idPrefixes: { alert: 'alr' },
      migrations: [Migration20261201120000],
    }),
  ]);

  it('contains what each feature declares, and nothing of features that are not installed', () => {
    const own = new FeatureSet(OWN_FEATURES);

    expect(set.scopesOf('key')).toEqual(['forecast:read', 'forecast:batch', 'alerts:read']);
    expect(own.scopesOf('key')).toEqual(['forecast:read', 'forecast:batch']);
    expect(set.problems.describe('too_many_alerts')).toEqual(PROBLEM);
    expect(own.problems.has('too_many_alerts')).toBe(false);
    expect(set.idPrefixes.get('alr')).toBe('alert');
    expect(set.declaredNames.AuditAction).toContain('alert.created');
    expect(own.declaredNames.AuditAction).not.toContain('alert.created');
  });

  it('takes the titles of audit actions from the feature, and otherwise derives them from their names', () => {
    const { auditActions } = new FeatureSet(OWN_FEATURES, [
      feature({ auditActions: { 'alert.raised': 'Threshold exceeded' } }),
    ]);

    expect(auditActions.get('alert.raised')).toBe('Threshold exceeded');
    expect(set.titleOfAuditAction('alert.created')).toBe('Alert created');
    expect(set.titleOfAuditAction('removed_feature.thing_done')).toBe('Removed feature thing done');
  });

  it('sorts pages by their order, and puts those without an order last', () => {
    const { pages } = new FeatureSet(
      [feature({ dashboard: [{ path: '/alerts', title: 'Alerts', order: 20 }, { path: '/alerts/*' }] })],
      [
        feature({ name: 'storms', dashboard: [{ ...PAGE, path: '/storms' }] }),
        feature({ name: 'frost', dashboard: [{ ...PAGE, path: '/frost', order: 15 }] }),
      ],
    );

    expect(pages.map(({ path }) => path)).toEqual(['/frost', '/alerts', '/alerts/*', '/storms']);
  });

  it('gives new clients the default scopes, whoever their holders are', () => {
    expect(set.defaultScopes).toContain('alerts:manage');
    expect(set.defaultScopes).not.toContain('alerts:read');
  });

  it('records migrations under the name of their feature', () => {
    const names = set.migrations.map(({ name }) => name);

    expect(names.at(-1)).toBe('alerts/Migration20261201120000');
    expect(names.every((name) => /^[a-z-]+\/Migration\d{14}$/.test(name))).toBe(true);
  });
});
