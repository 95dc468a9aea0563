import { describe, expect, test } from '@jest/globals';
import { IngestError, type IngestErrorName } from '../../../src/ingest/ingest-error.js';
import { FileSource } from '../../../src/ingest/source/file-source.js';
import { Mirrors } from '../../../src/ingest/source/mirrors.js';
import { type ByteSource } from '../../../src/ingest/source/byte-source.js';

const [a, b] = ['https://me:secret@a.example', 'https://b.example'].map((url) => new FileSource(url));
const { signal } = new AbortController();
const fails = (name: IngestErrorName) => new IngestError(name, `${name} happened`);

/** Returns one response per source, or rejects if it is an error. */
const answering =
  (answers: [unknown, unknown], asked: ByteSource[] = []) =>
  (source: ByteSource): Promise<unknown> => {
    asked.push(source);
    const answer = answers[source === a ? 0 : 1];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };

describe('the sources of a model', () => {
  const states = (mirrors: Mirrors) => mirrors.report().map(({ state }) => state);

  test('are queried in order, and the first response counts', async () => {
    const mirrors = new Mirrors([a, b]);
    const asked: ByteSource[] = [];
    expect(await mirrors.find(answering(['from a', 'from b'], asked), signal)).toBe('from a');
    expect(asked).toEqual([a]);
    expect(states(mirrors)).toEqual(['well', 'well']);
  });

  test('are lagging if a later one has what they lack', async () => {
    const mirrors = new Mirrors([a, b]);
    expect(await mirrors.find(answering([undefined, 'from b']), signal)).toBe('from b');
    expect(states(mirrors)).toEqual(['lagging', 'well']);
    expect(await mirrors.find(answering([undefined, undefined]), signal)).toBeUndefined();
    expect(states(mirrors)).toEqual(['lagging', 'well']);
  });

  test.each(['ConnectionError', 'DownloadTimeoutError', 'HttpStatusError'] as const)(
    'are not queried again after %s',
    async (name) => {
      const mirrors = new Mirrors([a, b]);
      const asked: ByteSource[] = [];
      expect(await mirrors.find(answering([fails(name), 'from b'], asked), signal)).toBe('from b');
      expect(await mirrors.find(answering(['from a', 'from b'], asked), signal)).toBe('from b');
      expect(asked).toEqual([a, b, b]);
      expect(mirrors.report()[0]).toEqual({
        location: 'https://a.example',
        state: 'failing',
        error: name,
        steps: 0,
      });
      // The next attempt starts with the first source again.
      expect(await new Mirrors([a, b]).find(answering(['from a', 'from b']), signal)).toBe('from a');
    },
  );

  test('are queried again after a fault in one file', async () => {
    const mirrors = new Mirrors([a, b]);
    expect(await mirrors.find(answering([fails('InventoryError'), 'from b']), signal)).toBe('from b');
    expect(await mirrors.find(answering(['from a', 'from b']), signal)).toBe('from a');
  });

  test('have nothing if one says so and the others are unreachable', async () => {
    const mirrors = new Mirrors([a, b]);
    expect(await mirrors.find(answering([fails('ConnectionError'), undefined]), signal)).toBeUndefined();
    await expect(mirrors.find(answering(['', fails('ConnectionError')]), signal, b)).rejects.toThrow(
      'ConnectionError happened',
    );
  });

  test('report a malformed file even if another source lacks it', async () => {
    await expect(
      new Mirrors([a, b]).find(answering([fails('InventoryError'), undefined]), signal),
    ).rejects.toThrow('InventoryError happened');
  });

  test('fail with the error of the first one', async () => {
    const mirrors = new Mirrors([a, b]);
    const failing = answering([fails('HttpStatusError'), fails('ConnectionError')]);
    await expect(mirrors.find(failing, signal)).rejects.toThrow('HttpStatusError happened');
    await expect(mirrors.find(failing, signal)).rejects.toThrow('HttpStatusError happened');
  });

  test('are no longer queried after an abort', async () => {
    const stop = new AbortController();
    const mirrors = new Mirrors([a, b]);
    const ask = () => {
      stop.abort(new Error('enough'));
      return Promise.reject(fails('ConnectionError'));
    };
    await expect(mirrors.find(ask, stop.signal)).rejects.toThrow('enough');
    expect(states(mirrors)).toEqual(['well', 'well']);
  });

  test('are listed as URLs without credentials', () => {
    expect(new Mirrors([a, b]).urls('x.idx')).toEqual(['https://a.example/x.idx', 'https://b.example/x.idx']);
  });
});
