import { setTimeout as sleep } from 'node:timers/promises';
import { ObservationStoreService } from '../../src/observations/reports/observation-store.service.js';
import { VerificationService } from '../../src/verification/verification.service.js';
import type { TestApp } from './test-app.js';

/** Without a schedule, nothing is read or verified but what a test does itself. */
export const WITHOUT_SCHEDULE = {
  OBSERVATIONS: 'metar',
  INGEST_SCHEDULE: 'off',
  METAR_BASE_URL: 'file:///nowhere',
};

type NewReport = Parameters<ObservationStoreService['add']>[1][number];

/** Returns a METAR that reports what is given, and nothing else. */
export function reportOf(
  station: NewReport['station'],
  observedAtMs: number,
  values: Partial<NewReport['values']>,
): NewReport {
  return {
    station,
    observedAtMs,
    isSpecial: false,
    values: {
      ...{ temperature: null, dewPoint: null, windSpeed: 3, windDirection: 270, windGust: null },
      ...{ pressureSurfaceLevel: null, cloudCover: null, visibility: null, weatherCode: null },
      ...values,
    },
    text: `METAR ${station.id}`,
  };
}

export async function storeReports(app: TestApp, reports: readonly NewReport[]): Promise<void> {
  const attemptedAt = new Date();
  await app.app
    .get(ObservationStoreService)
    .add('metar', reports, { attemptedAt, dueAt: attemptedAt, error: null });
}

/** Verifies what can be at a time. For a moment, the database may still hold the lock of the one before. */
export async function verifyAt(app: TestApp, now: Date): Promise<void> {
  const { signal } = new AbortController();
  while (!(await app.app.get(VerificationService).verifyNow(now, signal))) await sleep(10);
}
