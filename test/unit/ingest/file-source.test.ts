import { mkdir, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LONGEST_TEXT_BYTES } from '../../../src/ingest/source/byte-source.js';
import { FileSource } from '../../../src/ingest/source/file-source.js';

const signal = new AbortController().signal;
let root: string;
let source: FileSource;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'file source-'));
  await writeFile(join(root, 'file'), 'abcdefghij');
  source = new FileSource(pathToFileURL(root).href);
});
afterAll(() => rm(root, { recursive: true }));

test('a range returns exactly its bytes, and without an end everything up to the end of the file', async () => {
  const read = async (startBytes: number, endBytes?: number) =>
    Buffer.from(await source.readRange('file', { startBytes, endBytes }, signal)).toString();
  expect(await read(2, 5)).toBe('cde');
  expect(await read(7)).toBe('hij');
  expect(await read(9, 10)).toBe('j');
});

test('a replaced file is not read as the described version', async () => {
  const path = join(root, 'replaced');
  await writeFile(path, 'abcdefghij');
  const version = await source.describe('replaced', signal);
  expect(version).toMatchObject({ sizeBytes: 10 });
  const read = () => source.readRange('replaced', { startBytes: 2, endBytes: 5 }, signal, version);
  expect(Buffer.from(await read()).toString()).toBe('cde');
  await utimes(path, 1, 1);
  const replaced = {
    name: 'FileChangedError',
    transient: true,
    message: 'replaced was replaced after its inventory was read',
  };
  await expect(read()).rejects.toMatchObject(replaced);
  expect(await source.describe('other', signal)).toBeUndefined();
});

test('a missing text is undefined, but a missing file is an error', async () => {
  expect(await source.readText('file', signal)).toBe('abcdefghij');
  expect(await source.readText('other.idx', signal)).toBeUndefined();
  await expect(source.readRange('other', { startBytes: 0, endBytes: 1 }, signal)).rejects.toMatchObject({
    name: 'FileMissingError',
    message: `other does not exist in ${source.location}`,
  });
});

test('a file that is shorter than its inventory says is an error', async () => {
  await expect(source.readRange('file', { startBytes: 5, endBytes: 11 }, signal)).rejects.toMatchObject({
    name: 'TruncatedFileError',
    message: 'file has 10 bytes, its inventory asks for 11',
  });
  await expect(
    source.readRange('file', { startBytes: 10, endBytes: undefined }, signal),
  ).rejects.toMatchObject({
    name: 'TruncatedFileError',
    message: 'file has 10 bytes, its inventory asks for more than 10',
  });
});

test.each([
  ['a text', () => source.readText('folder', signal)],
  ['a range', () => source.readRange('folder', { startBytes: 0, endBytes: 1 }, signal)],
])('%s that cannot be read is an error', async (_, read) => {
  await mkdir(join(root, 'folder'), { recursive: true });
  await expect(read()).rejects.toMatchObject({
    name: 'FileUnreadableError',
    message: expect.stringMatching(/^folder in file:\/\/.+ cannot be read: EISDIR/),
  });
});

test('a text too long to be an inventory is not read', async () => {
  await writeFile(join(root, 'long.idx'), '');
  await truncate(join(root, 'long.idx'), LONGEST_TEXT_BYTES + 1);
  await expect(source.readText('long.idx', signal)).rejects.toMatchObject({
    name: 'InventoryError',
    message: `long.idx is longer than ${LONGEST_TEXT_BYTES} bytes`,
  });
});

test('nothing is read once the signal has been aborted', async () => {
  const aborted = AbortSignal.abort(new Error('enough'));
  await expect(source.readText('file', aborted)).rejects.toThrow('enough');
});
