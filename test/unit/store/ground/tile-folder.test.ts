import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { type KnownTile, TILE_ROWS } from '../../../../src/weather/ground/index.js';
import { sharedTiles } from '../../../../src/store/ground/shared-tiles.js';
import { encodeTile, isWholeTile, OCEAN } from '../../../../src/store/ground/tile-file.js';
import { TileFolder } from '../../../../src/store/ground/tile-folder.js';

const COLUMNS = 120;
/** From 100 m in the north to 3,500 m in the south-east. */
const tile = () => {
  const codes = new Uint16Array(TILE_ROWS * COLUMNS);
  for (let i = 0; i < codes.length; i++) codes[i] = Math.floor(i / COLUMNS) * 20 + (i % COLUMNS);
  return encodeTile({ columns: COLUMNS, reference: 100, scale: 0.125, codes });
};
const BYTES = tile().length;

let directory: string;
let faults: string[];
let folder: TileFolder;
const folderOf = (maxBytes = 100 * BYTES) =>
  new TileFolder(directory, maxBytes, (name, { message }) => faults.push(`${name}: ${message}`));
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tiles-'));
  faults = [];
  folder = folderOf();
});
afterEach(() => {
  folder.close();
  rmSync(directory, { recursive: true });
});

const pathOf = (name: string) => join(directory, `${name}.tile`);
const landOf = (found: KnownTile) => found as Exclude<KnownTile, 'ocean' | undefined>;

it('keeps heights, for other processes and after a restart', async () => {
  await folder.put('N46E007', tile());
  await folder.put('N00W030', encodeTile(OCEAN));
  for (const each of [folder, folderOf()]) {
    expect(landOf(each.find('N46E007')).columns).toBe(COLUMNS);
    expect(landOf(each.find('N46E007')).heightAt(0, 0)).toBe(100);
    expect(landOf(each.find('N46E007')).heightAt(1199, 119)).toBe(100 + 0.125 * (1199 * 20 + 119));
    expect(each.find('N00W030')).toBe('ocean');
    expect(each.find('N46E008')).toBeUndefined();
    each.close();
  }
  expect(faults).toEqual([]);
});

describe('a damaged file', () => {
  it.each<[string, (file: Buffer) => Buffer, string]>([
    ['that is cut off', (file) => file.subarray(0, BYTES - 1), 'has'],
    ['that is empty', () => Buffer.alloc(0), 'it is not a tile'],
    [
      'with other content',
      () => Buffer.from('<!doctype html><p>Please log in at your provider'),
      'it is not a tile',
    ],
    ['with another header', (file) => file.fill(7, 8, 9), 'the checksum of its header differs'],
  ])('%s is deleted', async (_, damage, reason) => {
    writeFileSync(pathOf('N46E007'), damage(tile()));
    expect(folder.find('N46E007')).toBeUndefined();
    expect(faults).toEqual([expect.stringContaining(reason)]);
    expect(await readdir(directory)).toEqual([]);
  });

  it('is found by any single bit, and gives no height', async () => {
    const whole = tile();
    for (let bit = 0; bit < 8 * BYTES; bit += 7919) {
      const file = Buffer.from(whole);
      file[bit >> 3] ^= 1 << (bit & 7);
      expect(isWholeTile(file)).toBe(false);
    }
    expect(isWholeTile(whole)).toBe(true);
    await folder.put('N46E007', whole.fill(0xff, BYTES - 20, BYTES - 19));
    const found = landOf(folder.find('N46E007'));
    expect(found.heightAt(1198, 0)).toBe(100 + 0.125 * 1198 * 20);
    expect(found.heightAt(1199, 0)).toBeNaN();
    expect(found.heightAt(1199, 1)).toBeNaN();
    expect(faults).toEqual(['N46E007: the checksum of a row differs']);
    expect(folder.find('N46E007')).toBeUndefined();
  });

  it('that another process cuts off while it is open gives no height', async () => {
    await folder.put('N46E007', tile());
    const found = landOf(folder.find('N46E007'));
    truncateSync(pathOf('N46E007'), 1000);
    expect(found.heightAt(1000, 0)).toBeNaN();
    expect(folder.find('N46E007')).toBeUndefined();
  });

  it('that the system cannot read gives no height, and stays', () => {
    // A folder can be opened, but not read.
    mkdirSync(pathOf('N46E007'));
    expect(folder.find('N46E007')).toBeUndefined();
    expect(faults).toHaveLength(1);
    expect(existsSync(pathOf('N46E007'))).toBe(true);
  });
});

describe('beyond its size', () => {
  it('it deletes the tiles that were not used for longest', async () => {
    folder = folderOf(3 * BYTES);
    const hoursAgo = (name: string, hours: number) => {
      const atS = (Date.now() - hours * HOUR_MS) / 1000;
      utimesSync(pathOf(name), atS, atS);
    };
    for (const [i, name] of ['N01E001', 'N02E002', 'N03E003'].entries()) {
      await folder.put(name, tile());
      hoursAgo(name, 10 - i);
    }
    // Another process uses the oldest one.
    const other = folderOf();
    other.find('N01E001');
    other.close();
    await folder.put('N04E004', tile());
    expect((await readdir(directory)).sort()).toEqual(['N01E001.tile', 'N03E003.tile', 'N04E004.tile']);
  });

  it('it keeps the newest tile in any case', async () => {
    folder = folderOf(10);
    await folder.put('N01E001', tile());
    await folder.put('N02E002', tile());
    expect(await readdir(directory)).toEqual(['N02E002.tile']);
    expect(landOf(folder.find('N02E002')).heightAt(0, 0)).toBe(100);
  });

  it('a tile that is open stays readable', async () => {
    folder = folderOf(10);
    await folder.put('N01E001', tile());
    const other = folderOf();
    const open = landOf(other.find('N01E001'));
    await folder.put('N02E002', tile());
    expect(open.heightAt(700, 3)).toBe(100 + 0.125 * (700 * 20 + 3));
    other.close();
  });
});

it('several processes put the same tile at once', async () => {
  const folders = Array.from({ length: 8 }, () => folderOf());
  await Promise.all(folders.map((each) => each.put('N46E007', tile())));
  expect(await readdir(directory)).toEqual(['N46E007.tile']);
  expect(isWholeTile(readFileSync(pathOf('N46E007')))).toBe(true);
});

it.each<[string, string, () => Promise<void>]>([
  ['this machine', '.', () => folder.put('N46E007', tile())],
  [
    'a shared volume',
    'ground',
    () =>
      sharedTiles({ kind: 'volume', directory }).write('N46E007', tile(), 1e9, AbortSignal.timeout(9_999)),
  ],
])(
  'on %s, what a killed process left behind is deleted, and what another one writes is not',
  async (_, name, put) => {
    const kept = join(directory, name);
    mkdirSync(kept, { recursive: true });
    const abandoned = join(kept, 'N45E007.tile.1.part');
    writeFileSync(abandoned, 'half');
    utimesSync(abandoned, Date.now() / 1000 - 7200, Date.now() / 1000 - 7200);
    writeFileSync(join(kept, 'N45E007.tile.2.part'), 'half');
    await put();
    expect((await readdir(kept)).sort()).toEqual(['N45E007.tile.2.part', 'N46E007.tile']);
  },
);
