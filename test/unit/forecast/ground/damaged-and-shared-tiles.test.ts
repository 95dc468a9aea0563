/** @slow */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bucket } from '../../../../src/store/sharing/bucket/bucket.js';
import { tileTiff } from '../../../support/ground-tiles.js';
import { awaitGround, CORNER, GroundWorld, later, PLACE, placeIn } from '../../../support/ground-world.js';
import { S3Server } from '../../../support/s3-server.js';

const world = GroundWorld.use();

describe('a damaged tile', () => {
  const whole = tileTiff(CORNER, (row, column) => (row * 7 + column * 13) % 1000);

  it.each<[string, () => Buffer]>([
    ['cut off', () => whole.subarray(0, whole.length - 100)],
    ['cut off in its head', () => whole.subarray(0, 100)],
    ['empty', () => Buffer.alloc(0)],
    ['a web page', () => Buffer.from('<!doctype html><p>Please log in')],
    ['with too few rows', () => tileTiff(CORNER, () => 1, { rows: 600 })],
    ['with too many columns', () => tileTiff(CORNER, () => 1, { columns: 3600 })],
    ['of another degree', () => tileTiff({ ...CORNER, longitude: 9 }, () => 1)],
    ['half a cell away', () => tileTiff(CORNER, () => 1, { shift: 0.5 / 120 })],
    ['with NaN', () => tileTiff(CORNER, (row, column) => (row === 700 && column === 3 ? NaN : 1))],
    ['with the value of no data', () => tileTiff(CORNER, (row) => (row === 1199 ? -32_767 : 1))],
  ])('%s is refused, and others are fetched', async (_, content) => {
    const ground = world.service();
    world.tiles.add(CORNER, content());
    const other = { latitude: 51, longitude: 8 };
    world.tiles.add(
      other,
      tileTiff(other, () => 55),
    );
    await awaitGround(ground);
    expect(ground.heightAt(PLACE)).toBeUndefined();
    expect(ground.counts).toMatchObject({ fetched: 0, failed: 1 });
    expect(ground.fault).toBeUndefined();
    await awaitGround(ground, [PLACE, placeIn(51, 8)]);
    expect(ground.heightAt(placeIn(51, 8))).toBeCloseTo(55, 3);
    expect(world.tiles.timesAsked(CORNER)).toBe(1);
    world.tiles.add(CORNER, whole);
    later(60_000);
    await awaitGround(ground);
    expect(ground.heightAt(PLACE)).toBeCloseTo((600 * 7 + 60 * 13) % 1000, 1);
  });

  it('is no fault of the source, unless no other can be had', async () => {
    const ground = world.service();
    const corners = [0, 1, 2].map((i) => ({ ...CORNER, longitude: CORNER.longitude + i }));
    for (const corner of corners) world.tiles.add(corner, Buffer.from('<!doctype html><p>Please log in'));
    const places = corners.map(({ latitude, longitude }) => placeIn(latitude, longitude));
    await awaitGround(ground, places.slice(0, 2));
    expect(ground.fault).toBeUndefined();
    await awaitGround(ground, places.slice(2));
    expect(ground.fault).toMatchObject({ code: 'TileDamagedError', detail: expect.stringContaining('N50') });
    // It doesn't keep other tiles from being fetched.
    const other = { latitude: 51, longitude: 8 };
    world.tiles.add(
      other,
      tileTiff(other, () => 55),
    );
    await awaitGround(ground, [placeIn(51, 8)]);
    expect(ground.heightAt(placeIn(51, 8))).toBeCloseTo(55, 3);
    expect(ground.fault).toBeUndefined();
  });

  it('on the disk is fetched again', async () => {
    world.tiles.add(CORNER, whole);
    await awaitGround(world.service());
    writeFileSync(join(world.directory, 'terrain', 'N50E008.tile'), 'damaged');
    const ground = world.service();
    expect(ground.heightAt(PLACE)).toBeUndefined();
    await awaitGround(ground);
    expect(ground.heightAt(PLACE)).toBeDefined();
    expect(world.tiles.timesAsked(CORNER)).toBe(2);
  });
});

describe('processes that share', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await S3Server.start();
  });
  afterAll(() => s3.stop());

  it.each(['bucket', 'volume'] as const)(
    'a %s fetch a tile once, without touching the budget of keys',
    async (kind) => {
      const sharedRunStore =
        kind === 'bucket' ? s3.location('heights') : { kind, directory: join(world.directory, 'shared') };
      const replica = (name: string) =>
        world.service({ sharedRunStore, terrainDirectory: join(world.directory, name) });
      world.tiles.add(
        CORNER,
        tileTiff(CORNER, () => 850),
      );
      const first = replica('one');
      await awaitGround(first, [PLACE, placeIn(0, -30)]);
      await first.onModuleDestroy();
      const asked = world.tiles.requests.length;
      const second = replica('two');
      await awaitGround(second, [PLACE, placeIn(0, -30)]);
      expect(second.heightAt(PLACE)).toBe(first.heightAt(PLACE));
      expect(second.heightAt(placeIn(0, -30))).toBe(0);
      await second.onModuleDestroy();
      expect(second.counts).toEqual({ fetched: 0, ocean: 0, shared: 2, failed: 0 });
      expect(world.tiles.requests).toHaveLength(asked);
    },
  );

  it('a bucket keep few objects there, also of oceans: each is in every list of runs', async () => {
    const ground = world.service({ sharedRunStore: s3.location('few'), cacheBytes: 1_200_000 });
    const oceans = Array.from({ length: 8 }, (_, i) => placeIn(0, -40 + i));
    for (const ocean of oceans) await awaitGround(ground, [ocean]);
    await ground.onModuleDestroy();
    const bucket = await Bucket.open(s3.location('few'));
    expect((await bucket.list()).length).toBeLessThanOrEqual(2);
    bucket.close();
    expect(readdirSync(join(world.directory, 'terrain'))).toHaveLength(8);
  });

  it('a damaged tile fetch it again, and replace it', async () => {
    const volume = join(world.directory, 'shared');
    const sharedRunStore = { kind: 'volume', directory: volume } as const;
    world.tiles.add(
      CORNER,
      tileTiff(CORNER, () => 850),
    );
    const first = world.service({ sharedRunStore });
    await awaitGround(first);
    await first.onModuleDestroy();
    writeFileSync(join(volume, 'ground', 'N50E008.tile'), 'damaged');
    const second = world.service({ sharedRunStore, terrainDirectory: join(world.directory, 'two') });
    await awaitGround(second);
    expect(second.heightAt(PLACE)).toBeCloseTo(850, 3);
    await second.onModuleDestroy();
    const third = world.service({ sharedRunStore, terrainDirectory: join(world.directory, 'three') });
    await awaitGround(third);
    await third.onModuleDestroy();
    expect(third.counts).toMatchObject({ shared: 1, fetched: 0 });
  });

  it('a store that is away fetch from the source', async () => {
    writeFileSync(join(world.directory, 'no-folder'), '');
    const sharedRunStore = { kind: 'volume', directory: join(world.directory, 'no-folder') } as const;
    world.tiles.add(
      CORNER,
      tileTiff(CORNER, () => 850),
    );
    const ground = world.service({ sharedRunStore });
    await awaitGround(ground);
    expect(ground.heightAt(PLACE)).toBeCloseTo(850, 3);
  });
});
