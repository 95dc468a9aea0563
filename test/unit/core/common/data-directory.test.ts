import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { DataDirectoryError, prepareDataDirectory } from '../../../../src/core/common/data-directory.js';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'data-directory-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

test('is created with its parents, and may exist already', () => {
  const directory = join(parent, 'a/b/c');
  prepareDataDirectory(directory);
  prepareDataDirectory(directory);
  expect(existsSync(directory)).toBe(true);
});

test('a file in its place or in place of a parent is rejected', () => {
  const file = join(parent, 'file');
  writeFileSync(file, '');
  for (const directory of [file, join(file, 'below')]) {
    expect(() => prepareDataDirectory(directory)).toThrow(DataDirectoryError);
    expect(() => prepareDataDirectory(directory)).toThrow(`Can't use DATA_DIR: ${directory}: `);
  }
});

(process.platform === 'linux' ? test : test.skip)('so is a place where nothing can be made', () => {
  expect(() => prepareDataDirectory('/proc/weather/data')).toThrow(/^Can't use DATA_DIR: .*ENOENT/);
});
