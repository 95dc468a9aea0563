import 'reflect-metadata';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EntitySchema, type Dictionary } from '@mikro-orm/core';
import ts from 'typescript';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';

/** Files outside the features' folders count as part of this feature. */
const GROUND = 'database';
const NAMES_A_TABLE = /\b(?:from|join|into|update|table|only)\s+"?(\w+)"?(?:\."?\w+"?)?/gi;
/** SQL with a substituted table name, which could be any feature's. */
const HIDES_A_TABLE = /\b(?:select\b.*\bfrom|insert into|update|delete from)\s+\?/is;
/** How an entity declares a relation, through which rows of the other entity can be loaded. */
const RELATIONS = ['manyToOne', 'oneToOne', 'oneToMany', 'manyToMany'];

/** By entity, the names of its relations and the entities that they refer to. */
const RELATIONS_OF = new Map<string, Map<string, string>>();
const FEATURES = OWN_FEATURE_SET.features.map(({ name }) => name);
const OWNER_OF_ENTITY = new Map<string, string>();
const OWNER_OF_TABLE = new Map<string, string>();
for (const { name, entities = [], schemas = [] } of OWN_FEATURE_SET.features) {
  for (const schema of schemas) OWNER_OF_TABLE.set(schema, name);
  for (const entity of entities) {
    OWNER_OF_ENTITY.set((entity as { name: string }).name, name);
    const { meta } = EntitySchema.REGISTRY.get(entity as never)!;
    OWNER_OF_TABLE.set(meta.tableName, name);
    RELATIONS_OF.set(meta.className, relationsOf(meta.properties));
  }
}

function relationsOf(properties: Dictionary<{ entity?: unknown }>): Map<string, string> {
  const relations = Object.entries(properties).filter(([, { entity }]) => entity !== undefined);
  return new Map(
    relations.map(([name, { entity }]) => [name, (entity as () => { name: string })().name] as const),
  );
}

/** Returns how the source of a feature accesses other features' tables, such as `names the table clients`. */
function breaches(feature: string, source: string): string[] {
  const found: string[] = [];
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const aliases = importedNames(file);
  const visit = (node: ts.Node) => {
    const text = textOf(node);
    for (const [, table] of text?.matchAll(NAMES_A_TABLE) ?? [])
      if ((OWNER_OF_TABLE.get(table) ?? feature) !== feature) found.push(`names the table ${table}`);
    if (text !== undefined && feature !== GROUND && HIDES_A_TABLE.test(text)) found.push('hides a table');
    found.push(...reachesOf(feature, node, aliases));
    for (const entity of entitiesGivenTo(node, aliases))
      if (OWNER_OF_ENTITY.get(entity) !== feature) found.push(`asks for the entity ${entity}`);
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** Returns the text of a string literal, with a question mark for each substitution. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('?');
}

/** Returns the original names of renamed imports, by their local name. */
function importedNames(file: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of file.statements.filter(ts.isImportDeclaration)) {
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    for (const { name, propertyName } of bindings.elements)
      if (propertyName) names.set(name.text, propertyName.text);
  }
  return names;
}

/** Returns the entities passed to a call: as a class, as a member of a namespace import, or by name. */
function entitiesGivenTo(node: ts.Node, aliases: Map<string, string>): string[] {
  if (!ts.isCallExpression(node) || RELATIONS.some((name) => node.expression.getText().endsWith(name)))
    return [];
  const nameOf = (argument: ts.Node): string | undefined => {
    if (ts.isPropertyAccessExpression(argument)) return argument.name.text;
    if (ts.isIdentifier(argument)) return aliases.get(argument.text) ?? argument.text;
    return ts.isStringLiteralLike(argument) ? argument.text : undefined;
  };
  return node.arguments
    .map(nameOf)
    .filter((name) => name !== undefined && OWNER_OF_ENTITY.has(name)) as string[];
}

/** Returns what a call loads or compares beyond a directly related entity, such as `client.account` of a key. */
function reachesOf(feature: string, node: ts.Node, aliases: Map<string, string>): string[] {
  if (!ts.isCallExpression(node)) return [];
  const isPopulate = /\bpopulate$/.test(node.expression.getText());
  const entities = isPopulate ? [...RELATIONS_OF.keys()] : entitiesGivenTo(node, aliases);
  const paths = isPopulate
    ? node.arguments.flatMap(pathsOf)
    : node.arguments.flatMap((given) => pathsIn(given));
  return entities
    .filter((entity) => OWNER_OF_ENTITY.get(entity) === feature)
    .flatMap((entity) => paths.flatMap((path) => reachOf(feature, entity, path) ?? []));
}

function reachOf(feature: string, entity: string, [relation, ...rest]: string[]): string | undefined {
  const target = RELATIONS_OF.get(entity)?.get(relation);
  if (target === undefined || rest.length === 0) return undefined;
  if (OWNER_OF_ENTITY.get(target) !== feature && RELATIONS_OF.get(target)?.has(rest[0]))
    return `reaches ${rest[0]} through the entity ${target}`;
  return reachOf(feature, target, rest);
}

/** Returns the paths in `{ client: { account: { … } } }`, `$or: […]` and `populate: ['client.account']`. */
function pathsIn(node: ts.Node, before: string[] = []): string[][] {
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap((element) => pathsIn(element, before));
  if (!ts.isObjectLiteralExpression(node)) return [];
  return node.properties.filter(ts.isPropertyAssignment).flatMap(({ name, initializer }) => {
    const key = name.getText();
    if (key === 'populate' || key === 'fields') return pathsOf(initializer);
    if (key === 'orderBy' || key.startsWith('$')) return pathsIn(initializer, before);
    const path = [...before, key];
    return ts.isObjectLiteralExpression(initializer) ? [path, ...pathsIn(initializer, path)] : [];
  });
}

/** Returns the paths in `['client.account']`. */
function pathsOf(node: ts.Node): string[][] {
  if (!ts.isArrayLiteralExpression(node)) return [];
  return node.elements.filter(ts.isStringLiteralLike).map(({ text }) => text.split('.'));
}

/** By folder, the feature that is defined in it. */
const FEATURE_IN = new Map(
  globSync('src/**/*.feature.ts').map((path) => [dirname(path), basename(path, '.feature.ts')] as const),
);

/** A file belongs to the feature of the nearest folder around it, or to the one that a folder of core is named after. */
function featureOf(path: string): string {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const feature = FEATURE_IN.get(folder) ?? basename(folder);
    if (FEATURES.includes(feature) && (FEATURE_IN.has(folder) || folder.startsWith('src/core/')))
      return feature;
  }
  return GROUND;
}

describe('a feature accesses only its own tables, and calls the services of others for the rest:', () => {
  const sources = globSync('src/**/*.ts', { exclude: ['src/dashboard/web/**'] });

  it.each([...new Set(sources.map(featureOf))])('%s', (feature) => {
    const found = sources
      .filter((path) => featureOf(path) === feature)
      .flatMap((path) => breaches(feature, readFileSync(path, 'utf8')).map((what) => `${path} ${what}`));

    expect(found).toEqual([]);
  });
});

describe('the check detects', () => {
  it.each([
    ['select name from clients where id = ?', 'names the table clients'],
    ['update "api_keys" k set name = 1', 'names the table api_keys'],
    ['select name from ${table} where id = ?', 'hides a table'],
    ['from usage.${table} where start >= ?', 'names the table usage'],
  ])('in SQL: %s', (sql, breach) => {
    expect(breaches('audit', `em.execute(\`${sql}\`)`)).toEqual([breach]);
  });

  it('a look-up of an entity, but not a relation to it', () => {
    expect(breaches('audit', 'em.find(Client, { id })')).toEqual(['asks for the entity Client']);
    expect(breaches('audit', "em.find('Client', { id })")).toEqual(['asks for the entity Client']);
    expect(breaches('audit', 'em.find(entities.Client, { id })')).toEqual(['asks for the entity Client']);
    const renamed = "import { Client as Row } from './client.entity.js'; em.find(Row, { id })";
    expect(breaches('audit', renamed)).toEqual(['asks for the entity Client']);
    expect(breaches('clients', 'em.find(Client, { id })')).toEqual([]);
    expect(breaches('audit', '({ client: () => p.manyToOne(Client).index() })')).toEqual([]);
  });

  it.each([
    [
      "em.find(ApiKey, { id }, { populate: ['client.account'] })",
      'reaches account through the entity Client',
    ],
    ["em.populate(keys, ['client', 'client.account'])", 'reaches account through the entity Client'],
    ['em.find(ApiKey, { client: { account: { email } } })', 'reaches account through the entity Client'],
    [
      'em.count(ApiKey, { $or: [{ client: { organization: { isActive } } }] })',
      'reaches organization through the entity Client',
    ],
  ])('what %s reads', (call, breach) => {
    expect(breaches('api-keys', call)).toEqual([breach]);
  });

  it.each([
    "em.find(ApiKey, { client: { deletedAt: null } }, { populate: ['client'] })",
    "em.populate(keys, ['client'])",
  ])('nothing in %s', (call) => {
    expect(breaches('api-keys', call)).toEqual([]);
  });
});
