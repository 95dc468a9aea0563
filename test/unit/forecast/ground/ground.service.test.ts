/** @slow */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Configuration } from '../../../../src/core/config/configuration.js';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { GroundService } from '../../../../src/forecast/ground/ground.service.js';
import { tilePath } from '../../../../src/weather/ground/index.js';
import { SURE, tileTiff } from '../../../support/ground-tiles.js';
import { awaitGround, CORNER, GroundWorld, later, PLACE, placeIn } from '../../../support/ground-world.js';

const world = GroundWorld.use();

describe('a height', () => {
  it('is fetched once, by ranges, and then at hand without waiting, also after a restart', async () => {
    world.tiles.add(
      CORNER,
      tileTiff(CORNER, (row) => 3000 - row),
    );
    const ground = world.service();
    expect(ground.heightAt(PLACE)).toBeUndefined();
    await Promise.all([awaitGround(ground), awaitGround(ground), awaitGround(ground, [PLACE], 'another')]);
    // The center of row 600 is half a degree from the northern border.
    expect(ground.heightAt(PLACE)).toBeCloseTo(2400, 1);
    expect(ground.awaitGround([PLACE], 'key')).toBe(true);
    expect(world.tiles.timesAsked(CORNER)).toBe(1);
    expect(world.tiles.requests.every(({ range }) => range !== undefined)).toBe(true);
    expect(world.service().heightAt(PLACE)).toBeCloseTo(2400, 1);
    expect(ground.counts).toEqual({ fetched: 1, ocean: 0, shared: 0, failed: 0 });
  });

  it('next to a border takes the tiles beyond it', async () => {
    for (const [latitude, longitude, height] of [
      [50, 8, 100],
      [50, 9, 300],
      [49, 8, 500],
      [49, 9, 700],
    ])
      world.tiles.add(
        { latitude, longitude },
        tileTiff({ latitude, longitude }, () => height),
      );
    const place = { latitude: 50 + 0.5 / 1200, longitude: 9 - 0.5 / 120, source: 'auto' };
    const ground = world.service();
    await awaitGround(ground, [place]);
    expect(ground.heightAt(place)).toBeCloseTo(400, 3);
  });

  it('is only for places without one of their own, in "auto"', () => {
    const ground = world.service();
    expect(ground.isFor(PLACE)).toBe(true);
    expect(ground.isFor({ ...PLACE, elevation: 0 })).toBe(false);
    expect(ground.isFor({ ...PLACE, elevation: NaN })).toBe(false);
    expect(ground.isFor({ ...PLACE, source: 'gfs' })).toBe(false);
    expect(
      new GroundService({ terrain: { cacheBytes: 1 }, terrainDirectory: '' } as Configuration).isFor(PLACE),
    ).toBe(false);
    expect(ground.awaitGround([{ ...PLACE, source: 'gfs' }], 'key')).toBe(true);
    expect(world.tiles.requests).toEqual([]);
  });

  it('is waited for 150 ms, and arrives afterwards', async () => {
    const held = Promise.withResolvers<void>();
    world.tiles.add(
      CORNER,
      tileTiff(CORNER, () => 700),
    );
    world.tiles.respond = (response, path) => {
      world.tiles.respond = () => false;
      void held.promise.then(() => response.writeHead(503).end());
      return path !== '';
    };
    const ground = world.service();
    expect(await ground.awaitGround([PLACE], 'key')).toBe(false);
    expect(ground.heightAt(PLACE)).toBeUndefined();
    expect(ground.fault).toBeUndefined();
    held.resolve();
    await awaitGround(ground);
    expect(ground.fault).toBeDefined();
    later(60_000);
    expect(await awaitGround(ground)).toBe(true);
    expect(ground.heightAt(PLACE)).toBeCloseTo(700, 1);
    expect(ground.fault).toBeUndefined();
  });

  it('comes from a folder, too', async () => {
    const mirror = join(world.directory, 'mirror');
    const baseUrl = pathToFileURL(mirror).href;
    const ground = world.service({ baseUrl });
    await awaitGround(ground);
    expect(ground.counts).toMatchObject({ ocean: 0, failed: 1 });
    for (const corner of [CORNER, SURE]) {
      mkdirSync(join(mirror, tilePath(corner), '..'), { recursive: true });
      writeFileSync(
        join(mirror, tilePath(corner)),
        tileTiff(corner, () => 321),
      );
    }
    later(60_000);
    await awaitGround(ground, [PLACE, placeIn(0, -30)]);
    expect(ground.heightAt(PLACE)).toBeCloseTo(321, 3);
    expect(ground.heightAt(placeIn(0, -30))).toBe(0);
  });
});

describe('an ocean and an outage', () => {
  const SEA = placeIn(0, -30);

  it('are told apart, and both are remembered', async () => {
    const ground = world.service();
    await awaitGround(ground, [SEA]);
    expect(ground.heightAt(SEA)).toBe(0);
    world.tiles.requests.length = 0;
    expect(ground.awaitGround([SEA], 'key')).toBe(true);
    expect(world.service().heightAt(SEA)).toBe(0);

    const warn = jest.spyOn(Logger.prototype, 'warn');
    world.tiles.respond = (response) => response.writeHead(503).end() !== undefined;
    await awaitGround(ground);
    expect(ground.heightAt(PLACE)).toBeUndefined();
    expect(world.tiles.requests).toHaveLength(1);
    // Neither this tile nor another one is asked for again soon, and no response waits.
    await awaitGround(ground, [PLACE, placeIn(51, 8)]);
    expect(world.tiles.requests).toHaveLength(1);
    // The ocean is still known.
    expect(ground.heightAt(SEA)).toBe(0);
    later(20_000);
    await awaitGround(ground);
    expect(world.tiles.requests).toHaveLength(2);
    later(20_000);
    await awaitGround(ground);
    expect(world.tiles.requests).toHaveLength(2);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it.each([403, 429, 500, 301])('a %d is no ocean', async (status) => {
    const ground = world.service();
    world.tiles.respond = (response) => response.writeHead(status, { location: '/' }).end() !== undefined;
    await awaitGround(ground);
    expect(ground.heightAt(PLACE)).toBeUndefined();
    expect(ground.counts).toMatchObject({ ocean: 0, failed: 1 });
  });

  it('a server that asks to wait is left alone for that long', async () => {
    const ground = world.service();
    world.tiles.respond = (response) =>
      response.writeHead(429, { 'retry-after': '3600' }).end() !== undefined;
    await awaitGround(ground);
    later(HOUR_MS - 10_000);
    await awaitGround(ground);
    expect(world.tiles.requests).toHaveLength(1);
  });

  it('under a URL without any tiles, the world is no ocean', async () => {
    world.tiles.remove(SURE);
    const ground = world.service();
    await awaitGround(ground);
    expect(ground.counts).toMatchObject({ ocean: 0, failed: 1 });
    world.tiles.add(
      SURE,
      tileTiff(SURE, () => 1),
    );
    later(60_000);
    await awaitGround(ground);
    expect(ground.heightAt(PLACE)).toBe(0);
  });

  it('nobody listens', async () => {
    const ground = world.service({ baseUrl: 'http://127.0.0.1:9' });
    await awaitGround(ground);
    expect(ground.counts).toMatchObject({ failed: 1 });
  });
});

describe('the fetches for a key', () => {
  it('are at most 2 at a time, and 4 for all keys', async () => {
    const held: (() => void)[] = [];
    world.tiles.respond = (response) => {
      held.push(() => response.writeHead(404).end());
      return true;
    };
    const ground = world.service();
    const places = (from: number) => Array.from({ length: 100 }, (_, i) => placeIn(-80 + (from + i) / 2, i));
    const begun = [
      awaitGround(ground, places(0), 'a'),
      awaitGround(ground, places(1), 'a'),
      ground.awaitGround(places(2), 'a'),
    ];
    await expectSoon(() => held.length, 2);
    const others = ['b', 'c', 'd'].map((holder, i) => awaitGround(ground, places(10 + i), holder));
    await expectSoon(() => held.length, 4);
    world.tiles.respond = (response) => response.writeHead(503).end() !== undefined;
    for (const release of held) release();
    await Promise.all([...begun, ...others]);
    expect(ground.awaitGround([], 'a')).toBe(true);
  });

  it('are at most 60 in an hour: a job of 10,000 places downloads no more', async () => {
    const ground = world.service();
    const places = Array.from({ length: 10_000 }, (_, i) =>
      placeIn(Math.floor(i / 360) - 20, (i % 360) - 180),
    );
    for (let first = 0; first < places.length; first += 100)
      await awaitGround(ground, places.slice(first, first + 100));
    expect(new Set(world.tiles.requests.map(({ path }) => path)).size).toBeLessThanOrEqual(61);
    expect(ground.counts.ocean + ground.counts.fetched).toBe(60);
    await awaitGround(ground, [PLACE], 'another');
    expect(ground.heightAt(PLACE)).toBe(0);
    later(HOUR_MS + 1000);
    await awaitGround(ground, [placeIn(80, 80)]);
    expect(ground.heightAt(placeIn(80, 80))).toBe(0);
  });
});

it('without a place to keep them, heights are not fetched again and again', async () => {
  world.tiles.add(
    CORNER,
    tileTiff(CORNER, () => 850),
  );
  writeFileSync(join(world.directory, 'terrain'), 'no folder');
  const ground = world.service();
  await awaitGround(ground);
  await awaitGround(ground);
  expect(ground.heightAt(PLACE)).toBeUndefined();
  expect(world.tiles.timesAsked(CORNER)).toBe(1);
  expect(ground.fault).toBeDefined();
  rmSync(join(world.directory, 'terrain'));
  later(60_000);
  await awaitGround(ground);
  expect(ground.heightAt(PLACE)).toBeCloseTo(850, 3);
  expect(readdirSync(join(world.directory, 'terrain'))).toEqual(['N50E008.tile']);
});

it('stopping ends what is under way', async () => {
  world.tiles.respond = () => true;
  const ground = world.service();
  const waiting = awaitGround(ground);
  await expectSoon(() => world.tiles.requests.length, 1);
  await ground.onModuleDestroy();
  await waiting;
  expect(existsSync(join(world.directory, 'terrain'))).toBe(false);
});

async function expectSoon(read: () => number, expected: number): Promise<void> {
  while (read() < expected) await sleep(10);
  // More would have come with it.
  await sleep(50);
  expect(read()).toBe(expected);
}
