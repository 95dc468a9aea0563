import { HOUR_MS, MINUTE_MS } from '../../time/index.js';
import type { ObservationSource } from '../observation-source.js';
import { readMetarCache } from './read-metar-cache.js';

/** The newest report of each airport in the world, in one file. */
export const METAR: ObservationSource = {
  name: 'metar',
  baseUrls: ['https://aviationweather.gov/data/cache'],
  attribution: 'NOAA/NWS Aviation Weather Center',
  files: () => [{ paths: ['metars.cache.csv.gz', 'metars.cache.csv'] }],
  settings: { baseUrl: 'METAR_BASE_URL' },
  everyMs: 5 * MINUTE_MS,
  pauseMs: 0,
  staleAfterMs: 1.5 * HOUR_MS,
  read: readMetarCache,
};
