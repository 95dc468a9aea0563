import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { checkFeature } from '../../../../src/core/features/check-feature.js';
import { FeatureError } from '../../../../src/core/features/feature-error.js';
import { FeatureSet } from '../../../../src/core/features/feature-set.js';
import type { Feature } from '../../../../src/core/features/feature.types.js';
import { OWN_FEATURES } from '../../../../src/boot/features/features.js';
import { hill } from '../../../support/hill/hill.feature.js';
import { messageOf } from '../../../support/message-of.js';
import {
  GUST,
  METRIC,
  PAGE,
  PERMISSION,
  PROBLEM,
  SCHEME,
  SCOPE,
  SETTING,
  feature,
} from '../../../support/untyped-feature.js';

/** What the start says, which checks features of others before it adds them. */
const refusal = (...others: Feature[]) =>
  messageOf(() => {
    others.forEach((other) => checkFeature(other, false));
    return new FeatureSet(OWN_FEATURES, others);
  }, FeatureError);

it.each(OWN_FEATURES)('accepts the values of $name', (own) => {
  expect(() => checkFeature(own, true)).not.toThrow();
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
    ['metrics.hail.climatology', { metrics: [{ ...METRIC, climatology: { cautions: ['mild'] } }] }],
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

  it.each([
    [{ scopes: { alerts: SCOPE } }, 'scopes.alerts must be named as in "alerts:read"'],
    [{ auditActions: ['created'] }, 'auditActions must be texts such as "alert.created"'],
    [{ auditActions: { 'alert.created': 1 } }, 'auditActions.alert.created must be a text'],
    [{ examples: ['Alert'] }, 'examples must be an object'],
    [{ tagz: [], tags: 1 }, 'tagz must be left out: a feature has no such member'],
    [
      { metrics: [{ ...METRIC, title: undefined, titel: 'Hail' }] },
      'metrics.hail.titel must be left out: a metric has no such member',
    ],
    [
      { metrics: [{ ...METRIC, name: undefined }] },
      'metrics must be named in camel case with up to 33 characters; "undefined" is not',
    ],
    [{ models: [{ ...hill, title: '' }] }, 'the model hill has no title, or a wrong one'],
    [{ dashboard: [{ ...PAGE, order: NaN }] }, 'dashboard./alerts.order must be a number'],
  ])('%j, and says what is expected', (members, said) => {
    expect(refusal(feature(members))).toBe(`The feature "alerts" has a wrong value: ${said}.`);
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
