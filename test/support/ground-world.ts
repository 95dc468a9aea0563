import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Configuration } from '../../src/core/config/configuration.js';
import { GroundService } from '../../src/forecast/ground/ground.service.js';
import { TileServer } from './ground-tiles.js';

const PATIENT_MS = 60_000;

/** Returns the place in the middle of a tile. */
export function placeIn(latitude: number, longitude: number) {
  return { latitude: latitude + 0.5, longitude: longitude + 0.5, source: 'auto' };
}

export const CORNER = { latitude: 50, longitude: 8 };
export const PLACE = placeIn(50, 8);

/** A folder and a source of tiles for each test, and the services that use them. */
export class GroundWorld {
  tiles!: TileServer;
  directory!: string;
  private readonly running: GroundService[] = [];

  static use(): GroundWorld {
    const world = new GroundWorld();
    beforeAll(() => {
      Logger.overrideLogger(false);
    });
    beforeEach(() => world.begin());
    afterEach(() => world.end());
    return world;
  }

  service(changes: Partial<Configuration> & { baseUrl?: string; cacheBytes?: number } = {}): GroundService {
    const { baseUrl = this.tiles.url, cacheBytes = 1e9, ...others } = changes;
    const ground = new GroundService({
      terrain: { baseUrl, cacheBytes },
      terrainDirectory: join(this.directory, 'terrain'),
      ...others,
    } as Configuration);
    this.running.push(ground);
    return ground;
  }

  private async begin(): Promise<void> {
    this.directory = mkdtempSync(join(tmpdir(), 'ground-'));
    this.tiles = await TileServer.start();
  }

  private async end(): Promise<void> {
    jest.restoreAllMocks();
    await Promise.all(this.running.splice(0).map((ground) => ground.onModuleDestroy()));
    await this.tiles.close();
    rmSync(this.directory, { recursive: true });
  }
}

/** Brings places at hand as a job does. */
export async function awaitGround(ground: GroundService, places = [PLACE], holder = 'key'): Promise<boolean> {
  return ground.awaitGround(places, holder, PATIENT_MS);
}

/** Sets the clock forward. */
export function later(ms: number): void {
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);
}
