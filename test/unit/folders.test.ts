import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));
const MOST_FILES = 20;

test('no folder has more than 20 files beside each other, but for migrations', () => {
  const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const folders = [...Map.groupBy(files, ({ parentPath }) => parentPath)];
  expect(folders.length).toBeGreaterThan(100);
  const full = folders.filter(([path, of]) => basename(path) !== 'migrations' && of.length > MOST_FILES);
  expect(full.map(([path, of]) => `${path}: ${of.length}`)).toEqual([]);
});
