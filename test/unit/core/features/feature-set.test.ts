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

const refusal = (...others: Feature[]) => messageOf(() => new FeatureSet(OWN_FEATURES, others), FeatureError);

class Migration20261201120000 {
  up(): void {
    // Nothing to do.
  }
}

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
