import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll } from '@jest/globals';
import { ObservationFetchService } from '../../src/observations/fetch/observation-fetch.service.js';
import { ObservationsService } from '../../src/observations/reports/observations.service.js';
import { METAR_HEADER } from './metar-rows.js';
import type { TestApp } from './test-app.js';

/** A folder with a METAR cache, to which rows can be written. */
export function useMetarCache() {
  const folder = mkdtempSync(join(tmpdir(), 'metar-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    url: pathToFileURL(folder).href,
    write: (rows: readonly string[]) =>
      writeFileSync(join(folder, 'metars.cache.csv'), [METAR_HEADER, ...rows, ''].join('\n')),
  };
}

/** Reads all sources into the database, as the schedule would, and what was stored into memory. */
export async function readReports({ app }: TestApp) {
  const attempts = await app.get(ObservationFetchService).readAll(new AbortController().signal);
  await app.get(ObservationsService).work(new Date());
  return attempts;
}
