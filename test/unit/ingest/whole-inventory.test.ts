import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { requireWholeInventory } from '../../../src/ingest/download/whole-inventory.js';
import { type PlannedStep } from '../../../src/ingest/plan/run-plan.js';
import { type ByteSource } from '../../../src/ingest/source/byte-source.js';

const MESSAGE = readFileSync(new URL('../../fixtures/grib/tiny.grib2', import.meta.url));
const zeros = (count: number) => Buffer.alloc(count);

/** Checks a file whose inventory names two messages. */
function check(...parts: Buffer[]): Promise<void> {
  const file = Buffer.concat(parts);
  const source = {
    location: 'file:///mirror',
    readRange: (_path: string, { startBytes, endBytes }: { startBytes: number; endBytes: number }) =>
      Promise.resolve(file.subarray(startBytes, endBytes)),
  } as unknown as ByteSource;
  const step = { stepHours: 6, lastMessage: { path: 'f006', startBytes: MESSAGE.length } } as PlannedStep;
  const versions = new Map([['f006', { sizeBytes: file.length, tag: 'a' }]]);
  return requireWholeInventory(source, step, new AbortController().signal, versions);
}

test.each([
  ['ends with its last message', []],
  // MARS pads files to whole blocks of 120 bytes.
  ['is padded', [zeros((-2 * MESSAGE.length) % 120 === 0 ? 0 : 120 - ((2 * MESSAGE.length) % 120))]],
  ['is padded to 64 kB', [zeros(65_536)]],
  ['ends with a line feed', [Buffer.from('\n')]],
])('an inventory names all messages of a file that %s', async (_, rest) => {
  await expect(check(MESSAGE, MESSAGE, ...rest)).resolves.toBeUndefined();
});

test.each([
  ['a further message', [MESSAGE]],
  ['padding and a further message', [zeros(33), MESSAGE]],
  ['the beginning of a further message', [MESSAGE.subarray(0, 20)]],
  ['too much to be padding', [zeros(65_537)]],
])('an inventory is truncated if the file has %s', async (_, rest) => {
  await expect(check(MESSAGE, MESSAGE, ...rest)).rejects.toMatchObject({
    name: 'InventoryError',
    message: expect.stringContaining(`ends at byte ${2 * MESSAGE.length}`),
    transient: true,
  });
});
