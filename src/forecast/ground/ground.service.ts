import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Awaitable, Fault } from '../../core/common/index.js';
import { Configuration } from '../../core/config/index.js';
import { MINUTE_MS, within } from '../../core/time/index.js';
import {
  type SharedTiles,
  TileFolder,
  encodeTile,
  isWholeTile,
  sharedTiles,
} from '../../store/ground/index.js';
import { type TileCorner, groundHeight, tileName } from '../../weather/ground/index.js';
import { FetchBudget } from './fetch-budget.js';
import { TileOrigin } from './fetch-tile.js';
import { TileFailures } from './tile-failures.js';

/** How long a response waits for heights that aren't at hand. */
const WAIT_MS = 150;
const MOST_HEIGHTS = 10_000;
const SHARE_WITHIN_MS = 30_000;
/** How long the shared store has to respond before the source is asked. */
const SHARED_WITHIN_MS = 5_000;
/** How long a tile that isn't shared is not looked for again while the source is away. */
const NOT_SHARED_MS = 15_000;
/** How long a stop waits for tiles that are being shared. */
const STOP_WITHIN_MS = 1_000;

/** A place, and what decides whether its values are for the height of its ground. */
export interface GroundPlace {
  latitude: number;
  longitude: number;
  elevation?: number | undefined;
  source: string;
}

/** What became of the tiles that weren't at hand, since the process started. */
export interface GroundCounts {
  /** Fetched from the source. */
  fetched: number;
  /** Known not to exist: they are in the ocean. */
  ocean: number;
  /** Read from the store that processes share. */
  shared: number;
  failed: number;
}

/**
 * The heights of the ground, out of tiles that are fetched when they are first needed and kept on this machine and in
 * the store that processes share.
 */
@Injectable()
export class GroundService implements OnModuleDestroy {
  readonly counts: GroundCounts = { fetched: 0, ocean: 0, shared: 0, failed: 0 };
  private readonly logger = new Logger(GroundService.name);
  private readonly origin: TileOrigin | undefined;
  private readonly folder: TileFolder;
  private readonly budget = new FetchBudget();
  private readonly failures = new TileFailures();
  private readonly heights = new LRUCache<string, number>({ max: MOST_HEIGHTS });
  private readonly notShared = new LRUCache<string, true>({ max: MOST_HEIGHTS, ttl: NOT_SHARED_MS });
  /** By name; none rejects. */
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly sharing = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private shared: SharedTiles | undefined;
  private faultLoggedMs = -Infinity;

  constructor(private readonly configuration: Configuration) {
    const { terrain, terrainDirectory } = configuration;
    if (terrain.baseUrl !== undefined) this.origin = new TileOrigin(terrain.baseUrl);
    this.folder = new TileFolder(terrainDirectory, terrain.cacheBytes, (name, error) =>
      this.noteFault(name, error),
    );
  }

  get isUsed(): boolean {
    return this.origin !== undefined;
  }

  /** What is wrong with the source: its last fetches failed. */
  get fault(): Fault | undefined {
    return this.failures.fault;
  }

  /** Whether the values of a place are for the height of its ground. */
  isFor({ elevation, source }: GroundPlace): boolean {
    return this.origin !== undefined && elevation === undefined && source === 'auto';
  }

  /** Returns meters above sea level; undefined if that isn't at hand. */
  heightAt({ latitude, longitude }: Pick<GroundPlace, 'latitude' | 'longitude'>): number | undefined {
    return this.look(latitude, longitude, new Map());
  }

  /**
   * Brings the heights of places at hand, as far as that is possible in time. What is missing then may still arrive, for
   * a later response.
   *
   * @param holder what the fetches are limited for: the id of a key
   * @returns whether all are at hand
   */
  awaitGround(places: readonly GroundPlace[], holder: string, waitMs = WAIT_MS): Awaitable<boolean> {
    const wanted = places.filter((place) => this.isFor(place));
    const areHere = () => wanted.every((place) => this.heightAt(place) !== undefined);
    if (areHere()) return true;
    const ended = within(waitMs, this.load(wanted, holder), { otherwise: () => undefined });
    return ended.then(areHere);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.underWay.values());
    await within(STOP_WITHIN_MS, Promise.all(this.sharing), { otherwise: () => undefined });
    this.folder.close();
    await this.shared?.close();
  }

  private look(latitude: number, longitude: number, missing: Map<string, TileCorner>): number | undefined {
    const key = `${latitude} ${longitude}`;
    const known = this.heights.get(key);
    if (known !== undefined) return known;
    const height = groundHeight(latitude, longitude, (corner) => {
      const name = tileName(corner);
      const tile = this.folder.find(name);
      if (!tile) missing.set(name, corner);
      return tile;
    });
    if (height !== undefined) this.heights.set(key, height);
    return height;
  }

  private missingOf(places: readonly GroundPlace[]): Map<string, TileCorner> {
    const missing = new Map<string, TileCorner>();
    for (const { latitude, longitude } of places) this.look(latitude, longitude, missing);
    return missing;
  }

  /** Ends when all tiles are here, or no other can be had. Only a tile tells whether a place also needs the next one. */
  private async load(places: readonly GroundPlace[], holder: string): Promise<void> {
    const tried = new Set<string>();
    while (!this.stopping.signal.aborted) {
      const loads: Promise<void>[] = [];
      for (const [name, corner] of this.missingOf(places)) {
        const begun =
          this.underWay.get(name) ?? (tried.has(name) ? undefined : this.begin(name, corner, holder));
        if (!begun) continue;
        tried.add(name);
        loads.push(begun);
      }
      if (loads.length === 0) return;
      await Promise.race(loads);
    }
  }

  /** Undefined if it can't be had for a short while, or the holder has to wait. */
  private begin(name: string, corner: TileCorner, holder: string): Promise<void> | undefined {
    // Another process may reach the source, and have shared the tile.
    const isAway =
      this.failures.isWaiting(name) && (!this.configuration.sharedRunStore || this.notShared.has(name));
    const end = isAway ? undefined : this.budget.take(holder);
    if (!end) return undefined;
    const task = this.take(name, corner)
      .catch((error: unknown) => this.noteFailure(name, error))
      .then((isFree) => {
        end(!isFree);
        this.underWay.delete(name);
      });
    this.underWay.set(name, task);
    return task;
  }

  /** Returns whether the source was not asked: the tile was in the shared store, or can't be had now. */
  private async take(name: string, corner: TileCorner): Promise<boolean> {
    const { signal } = this.stopping;
    const shared = await this.fromShared(name, signal);
    if (shared) {
      await this.folder.put(name, shared);
      this.counts.shared += 1;
      return true;
    }
    if (this.failures.isWaiting(name)) {
      this.notShared.set(name, true);
      return true;
    }
    const tile = await this.origin!.fetch(corner, signal);
    const bytes = encodeTile(tile);
    await this.folder.put(name, bytes);
    this.counts[tile.columns === 0 ? 'ocean' : 'fetched'] += 1;
    if (this.fault) this.logger.log('The heights of the ground can be fetched again');
    this.failures.forget(name);
    this.share(name, bytes);
    return false;
  }

  /** Logged once a minute: each request for the place meets it. */
  private noteFault(name: string, { message }: Error): void {
    if (Date.now() - this.faultLoggedMs < MINUTE_MS) return;
    this.faultLoggedMs = Date.now();
    this.logger.warn(`The stored heights of ${name} can't be used: ${message}`);
  }

  /** Returns false, as `take` does if the source was asked. */
  private noteFailure(name: string, error: unknown): boolean {
    if (this.stopping.signal.aborted) return false;
    this.counts.failed += 1;
    const wasFailing = this.fault !== undefined;
    this.failures.note(name, error);
    const { name: kind, message } = error as Error;
    if (!wasFailing) this.logger.warn(`The heights of ${name} can't be had: ${kind}: ${message}`);
    return false;
  }

  /** The source is asked if the shared store fails. */
  private async fromShared(name: string, signal: AbortSignal): Promise<Buffer | undefined> {
    try {
      const either = AbortSignal.any([signal, AbortSignal.timeout(SHARED_WITHIN_MS)]);
      const bytes = await this.sharedTiles?.read(name, either);
      return bytes && isWholeTile(bytes) ? bytes : undefined;
    } catch (error) {
      signal.throwIfAborted();
      this.logger.debug(`The shared heights of ${name} can't be read: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** No response waits for it. */
  private share(name: string, bytes: Buffer): void {
    const { cacheBytes } = this.configuration.terrain;
    const signal = AbortSignal.timeout(SHARE_WITHIN_MS);
    const task: Promise<void> = Promise.resolve(this.sharedTiles?.write(name, bytes, cacheBytes, signal))
      // A process may only be allowed to read.
      .catch((error: Error) => this.logger.debug(`The heights of ${name} can't be shared: ${error.message}`))
      .finally(() => this.sharing.delete(task));
    this.sharing.add(task);
  }

  private get sharedTiles(): SharedTiles | undefined {
    const { sharedRunStore } = this.configuration;
    return (this.shared ??= sharedRunStore && sharedTiles(sharedRunStore));
  }
}
