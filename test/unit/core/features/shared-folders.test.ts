import 'reflect-metadata';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { EntitySchema } from '@mikro-orm/core';
import ts from 'typescript';
import { auditActionsOf } from '../../../../src/core/features/audit-actions.js';
import { routesOf } from '../../../../src/core/features/feature-routes.js';
import { OWN_FEATURES } from '../../../../src/boot/features/features.js';
import type { Feature } from '../../../../src/core/features/feature.types.js';

/** The folders that all features build on. The pages of `docs` describe all features. */
const SHARED = ['boot', 'docs/openapi', 'core'];

/** Features of their own, and programs that call the API as others do. */
const NOT_SHARED = [
  'boot/commands',
  'boot/health',
  'boot/telemetry',
  'boot/testing',
  'core/attempts',
  // The one list of all tables.
  'core/database/locking/lock-order',
  'core/features/scopes',
];

/**
 * Features that are always installed: errors link to the docs, and the startup message names the docs and the health
 * check.
 */
const GROUND = ['http', 'database', 'docs', 'health'];

interface Name {
  text: string;
  /** Folder of the feature that declares the name, which may contain it. */
  owner: string;
  /** Whether only a whole string counts as the name: those of tables and schemas are words that texts use too. */
  isWord: boolean;
}

const MODULES = new Set<unknown>(OWN_FEATURES.flatMap((feature: Feature) => feature.module ?? []));

/** The routes, tables, schemas, scopes, problems and audit actions of the built-in features. */
const NAMES = OWN_FEATURES.filter(({ name }) => !GROUND.includes(name)).flatMap(
  (feature: Feature): Name[] => {
    const { name: owner, entities = [], schemas = [], scopes = {}, problems = {} } = feature;
    const { routes = [] } = feature;
    const paths = [...routesOf(feature, MODULES).map((route) => route.name), ...routes]
      .map((route) => route.replace(/^\w+ /, '').replace(/\/[:*].*$/, ''))
      .filter((path) => path.length > 1);
    const tables = entities.map((entity) => EntitySchema.REGISTRY.get(entity as never)!.meta.tableName);
    const names = (texts: readonly string[], isWord: boolean) =>
      texts.map((text) => ({ text, owner, isWord }));
    return [
      ...names(
        [
          ...paths,
          ...Object.keys(scopes),
          ...Object.keys(problems),
          ...auditActionsOf(feature).map(([action]) => action),
        ],
        false,
      ),
      ...names([...tables, ...schemas], true),
    ];
  },
);

/** Returns the names in the strings of a source that belong to a feature other than the folder's own. */
function findNames(folder: string, source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      for (const { text, owner, isWord } of NAMES)
        if (owner !== folder && (isWord ? node.text === text : hasWhole(node.text, text)))
          found.push(`${owner}: ${text}`);
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  return found;
}

/** Whether the text contains the name other than as part of a longer word. */
function hasWhole(text: string, name: string): boolean {
  const escaped = name.replace(/[.\\/]/g, '\\$&');
  return new RegExp(`(?<![\\w/.-])${escaped}(?![\\w-])`).test(text);
}

it.each(SHARED)('%s names no route, table, schema, scope, problem or audit action of a feature', (folder) => {
  const sources = globSync(`src/${folder}/**/*.ts`, {
    exclude: NOT_SHARED.map((path) => `src/${path}{.ts,/**}`),
  });
  const found = sources.flatMap((path) =>
    findNames(path.split('/')[2], readFileSync(path, 'utf8')).map((name) => `${path}: ${name}`),
  );

  expect(sources.length).toBeGreaterThan(0);
  expect(found).toEqual([]);
});

describe('the check detects', () => {
  it.each([
    [`const SHARED = '/v1/weather/forecast';`, 'forecast: /v1/weather/forecast'],
    [`const HELP = 'Use POST /v1/sessions first.';`, 'sessions: /v1/sessions'],
    ['const SQL = `drop schema ${x} cascade`; const SCHEMA = "usage";', 'usage: usage'],
    [`const TABLE = 'clients';`, 'clients: clients'],
    [`grant('usage:read');`, 'usage: usage:read'],
    [`record('client.created');`, 'clients: client.created'],
    [`new Problem('client_disabled');`, 'clients: client_disabled'],
  ])('%s', (source, name) => {
    expect(findNames('http', source)).toContain(name);
  });

  it('but not a word within a text, or the path of an import', () => {
    expect(findNames('http', `const TEXT = 'All clients use it';`)).toEqual([]);
    expect(findNames('boot', `import { a } from '../health/x.js';`)).toEqual([]);
  });
});
