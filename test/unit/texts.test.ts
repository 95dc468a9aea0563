import { describe, expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OWN_FEATURE_SET } from '../../src/boot/features/features.js';
import { loadConfiguration } from '../../src/core/config/load-configuration.js';
import { codeBlocks, guides, guideText, writtenText, writtenTexts } from '../support/written-texts.js';

const project = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const readme = writtenText('README.md');
const json = <T>(path: string) => JSON.parse(readFileSync(project(path), 'utf8')) as T;
const {
  scripts: scriptLines,
  engines,
  version,
} = json<{ scripts: object; engines: { node: string }; version: string }>('package.json');
const scripts = Object.keys(scriptLines);
const semver = createRequire(import.meta.url)('semver') as { subset(range: string, of: string): boolean };

/** Returns the rows of the settings table. */
function settings(): string[][] {
  const [, text = ''] = guideText('configuration').split('\n## Settings\n');
  const rows = text.split('\n## ')[0].match(/^\| `.+$/gm) ?? [];
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

/** Returns the anchors that GitHub generates for headings. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

describe('the README, the guides and other texts', () => {
  test('list every variable that is read, and no other, with its default', () => {
    const read = new Map<string, string>();
    const names = new Proxy<NodeJS.ProcessEnv>(
      {},
      {
        get: (_, name: string) => void read.set(name, ''),
      },
    );
    const defaults = loadConfiguration(names, OWN_FEATURE_SET.models);
    const table = settings();
    const [, formerSettings] = guideText('configuration').split('\n## Former settings\n');
    const former = (formerSettings.match(/^\| `.+?\|/gm) ?? []).flatMap((row) => row.match(/\w+/g) ?? []);
    expect([...table.map(([name]) => name.replaceAll('`', '')), ...former].sort()).toEqual(
      [...read.keys()].sort(),
    );

    // Setting the documented defaults explicitly makes no difference.
    const documented = table
      .map(([name, value]): [string, string] => [name.replaceAll('`', ''), value.replaceAll('`', '')])
      .filter(([, value]) => value !== 'none' && !value.startsWith('generated') && !value.endsWith('PORT'));
    expect(documented.length).toBeGreaterThan(10);
    expect(loadConfiguration(Object.fromEntries(documented), OWN_FEATURE_SET.models)).toEqual(defaults);
  });

  test('name the Node.js versions on which no package warns about its engine', () => {
    const { packages } = json<{ packages: Record<string, { engines?: { node?: string } }> }>(
      'package-lock.json',
    );
    // npm warns of these, if it doesn't run on the Node.js that the packages run on.
    const locked = Object.keys(packages).filter((path) => packages[path].engines?.node !== undefined);
    expect(locked).toEqual(['']);
    const installed = Object.keys(packages).filter((path) => existsSync(project(join(path, 'package.json'))));
    const warning = installed.filter((path) => {
      const { engines: own } = json<{ engines?: { node?: string } }>(join(path, 'package.json'));
      return own?.node !== undefined && !semver.subset(engines.node, own.node);
    });
    expect(installed.length).toBeGreaterThan(500);
    expect(warning).toEqual([]);
    expect(engines.node).toBe('^24.15.0 || >=26.0.0');
    for (const text of [readme, guideText('quickstart'), writtenText('CONTRIBUTING.md')])
      expect(text).toContain('Node.js 24 (24.15 or newer) or 26');
  });

  test('name only existing commands', () => {
    const all = writtenTexts.map(({ text }) => text).join('\n');
    const named = [...all.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(scripts).toEqual(expect.arrayContaining(named));
    for (const name of scripts.filter((script) => !['start', 'test', 'prepack'].includes(script)))
      expect(named).toContain(name);
  });

  test.each(writtenTexts)('$path links and refers only to existing files and anchors', ({ path, text }) => {
    for (const [, link, anchor] of text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([\w-]+))?\)/g)) {
      const file = link === '' ? path : join(dirname(path), link);
      expect({ file, exists: existsSync(project(file)) }).toEqual({ file, exists: true });
      const target = anchor === undefined ? [] : anchorsOf(readFileSync(project(file), 'utf8'));
      expect(target).toEqual(anchor === undefined ? [] : expect.arrayContaining([anchor]));
    }
    for (const [, named] of text.matchAll(/`((?:test|docker|openapi|src|\.ci)(?:\/[\w.-]+)*)`/g))
      // An example of a folder to create.
      if (named !== 'src/severe-alerts')
        expect({ named, exists: existsSync(project(named)) }).toEqual({ named, exists: true });
  });

  test('the README is short, and links to every guide', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(200);
    for (const { path } of guides.filter(({ path: guide }) => !guide.endsWith('/guides.md')))
      expect(readme).toContain(`](${path})`);
  });

  test('the code in the features guide is that of the example project', () => {
    const folder = project('test/extension');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const sources = files
      .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
      .map((name) => readFileSync(join(folder, name), 'utf8').replace(/\s+/g, ' '));
    const parts = codeBlocks(guideText('extending'), 'ts').flatMap((block) => block.trim().split('\n\n'));
    expect(parts.length).toBeGreaterThan(4);
    const isInAFile = (part: string) => sources.some((source) => source.includes(part.replace(/\s+/g, ' ')));
    expect(parts.filter((part) => !isInAFile(part))).toEqual([]);
  });

  test('the package guide names the commands and only existing exports', () => {
    const guide = guideText('extending');
    const main = readFileSync(project('src/main.ts'), 'utf8');
    const [, commands] = /COMMANDS[^{]*\{\n([^]*?)\n\};/.exec(main)!;
    for (const [, name] of commands.matchAll(/^ {2}(\w+):/gm))
      expect(guide).toMatch(new RegExp(`\\b${name}\\b`));
    expect(guide).toContain(`npm install --ignore-scripts ./weather-forecast-service-${version}.tgz`);
    const exported = readFileSync(project('src/index.ts'), 'utf8');
    const [, imports] = guide.split('## What you can import');
    const named = [
      ...imports
        .split('## Test it')[0]
        .split('```')[0]
        .matchAll(/`([A-Za-z]+)`/g),
    ];
    expect(named.length).toBeGreaterThan(15);
    for (const [, name] of named) expect(exported).toMatch(new RegExp(`\\b${name}\\b`));
  });
});
