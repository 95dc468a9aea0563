import { describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadConfiguration } from '../../src/config/load-configuration.js';

const project = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const readme = readFileSync(project('README.md'), 'utf8');
const scripts = Object.keys(
  (JSON.parse(readFileSync(project('package.json'), 'utf8')) as { scripts: object }).scripts,
);

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
