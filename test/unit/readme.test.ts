import { describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { loadConfiguration } from '../../src/config/load-configuration.js';

const project = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const readme = readFileSync(project('README.md'), 'utf8');
const json = <T>(path: string) => JSON.parse(readFileSync(project(path), 'utf8')) as T;
const { scripts: scriptLines, engines } = json<{ scripts: object; engines: { node: string } }>(
  'package.json',
);
const scripts = Object.keys(scriptLines);
const semver = createRequire(import.meta.url)('semver') as { subset(range: string, of: string): boolean };

/** The names in the first column of a section's table. */
function tableOf(section: string): string[][] {
  const [, text = ''] = readme.split(`\n## ${section}\n`);
  const rows = text.split('\n## ')[0].match(/^\| `.+$/gm) ?? [];
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

describe('the README', () => {
  test('lists every variable that is read, and no other, with its default', () => {
    const read = new Map<string, string>();
    const names = new Proxy<NodeJS.ProcessEnv>(
      {},
      {
        get: (_, name: string) => void read.set(name, ''),
      },
    );
    const defaults = loadConfiguration(names);
    const table = tableOf('Configuration');
    expect(table.map(([name]) => name.replaceAll('`', '')).sort()).toEqual([...read.keys()].sort());

    // Given the defaults that the table names, the service is as it is without any.
    const documented = table
      .map(([name, value]): [string, string] => [name.replaceAll('`', ''), value.replaceAll('`', '')])
      .filter(([, value]) => value !== 'none' && !value.startsWith('generated') && !value.endsWith('PORT'));
    expect(documented.length).toBeGreaterThan(10);
    expect(loadConfiguration(Object.fromEntries(documented))).toEqual(defaults);
  });

  test('names the Node.js versions on which no package warns about its engine', () => {
    const { packages } = json<{ packages: Record<string, { engines?: { node?: string } }> }>(
      'package-lock.json',
    );
    const warning = Object.entries(packages).filter(
      ([, { engines: own }]) => own?.node !== undefined && !semver.subset(engines.node, own.node),
    );
    expect(warning.map(([name]) => name)).toEqual([]);
    expect(engines.node).toBe('^24.15.0 || >=26.0.0');
    expect(readme).toContain('Node.js 24 (24.15 or newer) or 26');
  });

  test('names only commands that there are', () => {
    const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(scripts).toEqual(expect.arrayContaining(named));
    for (const name of scripts.filter((script) => !['start', 'test'].includes(script)))
      expect(named).toContain(name);
  });

  test('links and points only to what is there', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path]) => path);
    const tests = [...readme.matchAll(/`((?:test|docker|openapi|\.ci)(?:\/[\w.-]+)*)`/g)].map(
      ([, path]) => path,
    );
    expect(tests.length).toBeGreaterThan(8);
    for (const path of [...links, ...tests])
      expect({ path, exists: existsSync(project(path)) }).toEqual({ path, exists: true });
    const headings = [...readme.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading]) => heading);
    const anchors = headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    for (const [, anchor] of readme.matchAll(/\]\(#([\w-]+)\)/g)) expect(anchors).toContain(anchor);
  });
});
