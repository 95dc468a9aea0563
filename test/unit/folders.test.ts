import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));
const MOST_FILES = 20;

const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

test('no folder has more than 20 files besides its index.ts, except for migrations', () => {
  const folders = [
    ...Map.groupBy(
      files.filter(({ name }) => name !== 'index.ts'),
      ({ parentPath }) => parentPath,
    ),
  ];
  expect(folders.length).toBeGreaterThan(100);
  const full = folders.filter(([path, of]) => basename(path) !== 'migrations' && of.length > MOST_FILES);
  expect(full.map(([path, of]) => `${path}: ${of.length}`)).toEqual([]);
});

test('a *.service.ts exports the class that its name implies', () => {
  const services = files.filter(({ name }) => name.endsWith('.service.ts'));
  expect(services.length).toBeGreaterThan(20);
  const others = services.filter(({ name, parentPath }) => {
    const words = name.replace('.ts', '').split(/[-.]/);
    const className = words.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
    return !readFileSync(join(parentPath, name), 'utf8').includes(`export class ${className} `);
  });
  expect(others.map(({ name }) => name)).toEqual([]);
});
