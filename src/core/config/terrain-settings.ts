import { type EnvironmentReader, hasCredentials } from './environment-reader.js';

const PROTOCOLS = ['https:', 'http:', 'file:'];
const PUBLIC_BUCKET = 'https://copernicus-dem-90m.s3.amazonaws.com';
const NONE = 'off';
/** A place at a corner needs four tiles of up to 3 MB. */
const LEAST_MB = 20;

/** Where the heights of the ground come from. */
export interface TerrainSettings {
  /** Without a trailing slash. Absent: the heights of places are those of the models. */
  readonly baseUrl?: string;
  readonly cacheBytes: number;
}

/** Reads `TERRAIN_BASE_URL` and `TERRAIN_CACHE_MB`. */
export function terrainSettings(reader: EnvironmentReader, isScheduled: boolean): TerrainSettings {
  const cacheBytes = reader.integer('TERRAIN_CACHE_MB', 500, LEAST_MB, 1_000_000) * 1_000_000;
  if (reader.text('TERRAIN_BASE_URL') === NONE) return { cacheBytes };
  const baseUrl = reader.url('TERRAIN_BASE_URL', PROTOCOLS) ?? (isScheduled ? PUBLIC_BUCKET : undefined);
  if (baseUrl !== undefined && hasCredentials(baseUrl))
    return reader.fault('TERRAIN_BASE_URL', "can't have a user name or password", { cacheBytes });
  return { ...(baseUrl !== undefined && { baseUrl }), cacheBytes };
}
