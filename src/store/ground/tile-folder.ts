import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, utimesSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../../core/time/index.js';
import { type KnownTile } from '../../weather/ground/index.js';
import { DamagedTileError, StoredTile } from './tile-file.js';

export const TILE_SUFFIX = '.tile';
const PART_SUFFIX = '.part';
/** What a killed process left behind is this old. */
const ABANDONED_AFTER_MS = HOUR_MS;
/** Each keeps a file open, and two rows in memory: 5 kB. */
const MOST_OPEN = 100;
/** The least space that a file takes. */
const BLOCK_BYTES = 4096;
const TOUCHED_AFTER_MS = HOUR_MS;

interface OpenTile {
  tile: StoredTile | 'ocean';
  touchedMs: number;
}

/**
 * The tiles that are kept on this machine, up to a size; those that were used last stay. Several processes can use the
 * folder: files appear and disappear as a whole.
 */
export class TileFolder {
  private readonly open = new LRUCache<string, OpenTile>({
    max: MOST_OPEN,
    dispose: ({ tile }) => {
      if (tile !== 'ocean') tile.close();
    },
  });

  /** @param onFault is told of each file that can't be read; one that is damaged is deleted */
  constructor(
    private readonly directory: string,
    private readonly maxBytes: number,
    private readonly onFault: (name: string, error: Error) => void,
  ) {}

  /** Returns a tile that is here and can be read. It stays open until another hundred have been asked for. */
  find(name: string): KnownTile {
    const known = this.open.get(name);
    if (known) {
      this.touch(name, known);
      return known.tile;
    }
    const path = this.pathOf(name);
    // Quicker than an error, which each request meets while the source is away.
    if (!existsSync(path)) return undefined;
    try {
      const fault = (error: Error) => this.setAside(name, error);
      const opened = { tile: StoredTile.open(path, fault), touchedMs: 0 };
      this.open.set(name, opened);
      this.touch(name, opened);
      return opened.tile;
    } catch (error) {
      // Another process may just have deleted it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.setAside(name, error as Error);
      return undefined;
    }
  }

  /** Puts a tile here, and deletes those that were not used for longest if they no longer fit. */
  async put(name: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    await writeWhole(this.pathOf(name), bytes);
    await this.prune(name);
  }

  close(): void {
    this.open.clear();
  }

  private setAside(name: string, error: Error): void {
    this.open.delete(name);
    this.onFault(name, error);
    if (!(error instanceof DamagedTileError) && (error as NodeJS.ErrnoException).code !== 'EIO') return;
    try {
      rmSync(this.pathOf(name), { force: true });
    } catch {
      // It is replaced where the disk allows.
    }
  }

  /** @param newest is kept in any case */
  private async prune(newest: string): Promise<void> {
    const files = await filesIn(this.directory);
    await sweep(this.directory, files);
    for (const name of surplus(files, this.maxBytes, newest)) {
      this.open.delete(name);
      await rm(this.pathOf(name), { force: true });
    }
  }

  /** Notes that a tile is used, at most once an hour. */
  private touch(name: string, known: OpenTile): void {
    const nowMs = Date.now();
    if (nowMs - known.touchedMs < TOUCHED_AFTER_MS) return;
    known.touchedMs = nowMs;
    try {
      utimesSync(this.pathOf(name), nowMs / 1000, nowMs / 1000);
    } catch {
      // Another process has just deleted it, or the disk can only be read. It is used while it is open.
    }
  }

  private pathOf(name: string): string {
    return join(this.directory, name + TILE_SUFFIX);
  }
}

/** A file of a folder of tiles. */
export interface TileEntry {
  file: string;
  bytes: number;
  changedMs: number;
}

/**
 * Returns the names of the tiles to delete, from the one that was used first, so that the others fit.
 *
 * @param leastBytes what a file counts for at least
 */
export function surplus(
  files: readonly TileEntry[],
  maxBytes: number,
  newest: string,
  leastBytes = BLOCK_BYTES,
): string[] {
  const tiles = files.filter(({ file }) => file.endsWith(TILE_SUFFIX));
  const sizeOf = ({ bytes }: TileEntry) => Math.max(bytes, leastBytes);
  let total = tiles.reduce((sum, tile) => sum + sizeOf(tile), 0);
  const names: string[] = [];
  for (const tile of tiles.toSorted((a, b) => a.changedMs - b.changedMs)) {
    if (total <= maxBytes) break;
    const name = tile.file.slice(0, -TILE_SUFFIX.length);
    if (name === newest) continue;
    total -= sizeOf(tile);
    names.push(name);
  }
  return names;
}

export async function filesIn(directory: string): Promise<TileEntry[]> {
  const entries: TileEntry[] = [];
  for (const file of await readdir(directory)) {
    // Another process may have deleted it.
    const found = await stat(join(directory, file)).catch(() => undefined);
    if (found) entries.push({ file, bytes: found.size, changedMs: found.mtimeMs });
  }
  return entries;
}

/** Deletes what killed processes left behind. */
export async function sweep(directory: string, files: readonly TileEntry[]): Promise<void> {
  for (const { file, changedMs } of files)
    if (file.endsWith(PART_SUFFIX) && changedMs < Date.now() - ABANDONED_AFTER_MS)
      await rm(join(directory, file), { force: true });
}

/** Writes a file that appears whole, and leaves nothing behind if that fails. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const part = `${path}.${randomUUID()}${PART_SUFFIX}`;
  try {
    const file = await open(part, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}
