import { HOUR_MS, MINUTE_MS } from '../../time/index.js';
import type { ObservationSource } from '../observation-source.js';
import { readPoi } from './read-poi.js';

/** The hourly reports of stations of Deutscher Wetterdienst, one file for each. */
export const DWD: ObservationSource = {
  name: 'dwd',
  baseUrls: ['https://opendata.dwd.de/weather/weather_reports/poi'],
  attribution: 'Deutscher Wetterdienst (CC BY 4.0)',
  files: (stations) =>
    stations.map((station) => ({ paths: [`${station.id.padEnd(5, '_')}-BEOB.csv`], station })),
  settings: { baseUrl: 'DWD_POI_BASE_URL', stations: 'DWD_STATIONS' },
  everyMs: 10 * MINUTE_MS,
  // Two requests a second.
  pauseMs: 500,
  staleAfterMs: 3 * HOUR_MS,
  read: readPoi,
};
