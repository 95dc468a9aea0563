import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { inTurns } from '../../core/background/index.js';
import { DAY_MS, HOUR_MS } from '../../core/time/index.js';
import { ObservationsService } from '../../observations/index.js';
import { CORRECTED_FIELDS, KEPT_VALUES, type KeptValue } from '../../weather/verification/index.js';
import { RunCatalogue } from '../../store/catalogue/index.js';
import type { StoredRun } from '../../store/read/index.js';
import { ForecastDays } from './forecast-days.js';
import { ForecastStoreService } from './forecast-store.service.js';
import { IssuedForecastsService, type LeftOut } from './issued-forecasts.service.js';
import { AUTO, AUTO_UNCORRECTED, AUTO_WITHOUT_STATION } from './own-sources.js';
import { REFERENCE_POINTS } from './reference-points.js';
import { type ForecastPlace, runAt } from './run-at-stations.js';
import { partsOf } from './station-parts.js';
import type { VerifiedRun } from '../store/verification.entities.js';

/** Forecasts that are compared are issued at these times: most models have no others. */
const EVERY_HOURS = 6;
/** Older runs have no hour that is still verified. */
const OLDEST_MS = 6 * DAY_MS;
/** An issue that is later isn't that of its time. */
const MOST_LATE_MS = HOUR_MS;

/** Of the stations. A few new ones each hour are no reason to read all runs again. */
const MOST_KNOWN = 0.9;

/**
 * What is kept of each of the service's own forecasts; others differ in nothing else. The served one is last, since it stands
 * for all of them.
 */
const OWN: readonly { source: string; kept: readonly KeptValue[]; leftOut: LeftOut }[] = [
  { source: AUTO_WITHOUT_STATION, kept: CORRECTED_FIELDS, leftOut: { withoutSite: true } },
  {
    source: AUTO_UNCORRECTED,
    kept: [...CORRECTED_FIELDS, 'temperatureP10', 'temperatureP50', 'temperatureP90'],
    leftOut: { correction: 'none' },
  },
  { source: AUTO, kept: KEPT_VALUES, leftOut: {} },
];

/** Keeps what models, and the service itself, forecast at stations, from the moment it is published. */
@Injectable()
export class KeepForecastsService {
  constructor(
    private readonly catalogue: RunCatalogue,
    private readonly observations: ObservationsService,
    private readonly issued: IssuedForecastsService,
    private readonly store: ForecastStoreService,
  ) {}

  /**
   * Keeps runs that are new or have grown, and again those that were kept when far fewer stations were known.
   * @param forEachStation also those that were kept when only one fewer was
   */
  async keepRuns(now: Date, signal: AbortSignal, { forEachStation = false } = {}): Promise<void> {
    const wanted = this.wantedRuns(await this.store.runs(), now, forEachStation);
    // A run stays readable while others are published.
    for (const run of wanted) run.retain();
    try {
      for (const run of wanted) {
        signal.throwIfAborted();
        await this.keep(run, signal);
      }
    } finally {
      for (const run of wanted) run.release();
    }
  }

  /** Whether there is a run, or an issue, to keep. */
  async hasWork(now: Date): Promise<boolean> {
    const known = await this.store.runs();
    return this.wantedRuns(known, now).length > 0 || this.wantedIssue(known, now) !== undefined;
  }

  private wantedRuns(kept: readonly VerifiedRun[], now: Date, forEachStation = false): StoredRun[] {
    const stations = this.observations.all().size * (forEachStation ? 1 : MOST_KNOWN);
    const known = new Map(kept.map((run) => [`${run.source} ${run.run.getTime()}`, run]));
    return this.catalogue.runs().filter((run) => {
      const earlier = known.get(`${run.manifest.model} ${run.run.getTime()}`);
      const laterMs = run.publishedAt.getTime() - (earlier?.publishedAt.getTime() ?? -Infinity);
      // Another process may have kept a newer publication.
      const isNews = laterMs > 0 || (laterMs === 0 && earlier!.stations < stations);
      return isNews && isCompared(run, now);
    });
  }

  /** Keeps the service's own forecasts, as they are served at 00, 06, 12 and 18 UTC. */
  async keepIssued(now: Date, signal: AbortSignal): Promise<void> {
    const issuedAt = this.wantedIssue(await this.store.runs(), now);
    const issue = this.issued.at;
    if (!issuedAt || !issue) return;
    const issuedMs = issuedAt.getTime();
    for (const [part, stations] of partsOf(this.observations.all().values()).entries()) {
      signal.throwIfAborted();
      const ids = stations.map(({ id }) => id);
      const own: Record<string, ForecastDays> = {};
      for (const { source, kept, leftOut } of OWN) {
        const days = (own[source] = new ForecastDays(issuedMs, stations.length));
        for (const [i, station] of stations.entries()) {
          const forecast = await issue(station, days.times, leftOut);
          days.set(i, Object.fromEntries(kept.map((name) => [name, forecast[name]])));
          // The forecast may have been made without waiting for anything.
          await setImmediate();
        }
      }
      const { [AUTO]: served, ...others } = own;
      await this.store.write(AUTO, issuedAt, part, ids, served, others);
    }
    for (const { source } of OWN)
      await this.store.finish(source, issuedAt, now, this.observations.all().size);
  }

  /** Returns the time of the issue that is to be kept now. */
  private wantedIssue(kept: readonly VerifiedRun[], now: Date): Date | undefined {
    const issuedMs = Math.floor(now.getTime() / (EVERY_HOURS * HOUR_MS)) * EVERY_HOURS * HOUR_MS;
    const isLate = now.getTime() - issuedMs > MOST_LATE_MS;
    if (!this.issued.at || isLate || this.observations.all().size === 0) return undefined;
    const isKept = kept.some(({ source, run }) => source === AUTO && run.getTime() === issuedMs);
    return isKept ? undefined : new Date(issuedMs);
  }

  private async keep(run: StoredRun, signal: AbortSignal): Promise<void> {
    const stations = this.observations.all().size;
    const parts: (readonly KeptPlace[])[] = [...partsOf(this.observations.all().values()), REFERENCE_POINTS];
    for (const [part, places] of parts.entries()) {
      signal.throwIfAborted();
      const inside: string[] = [];
      const days = new ForecastDays(run.run.getTime(), places.length);
      await inTurns(
        (function* () {
          for (const place of places) {
            const forecast = runAt(run, place);
            if (forecast) days.set(inside.push(place.id) - 1, forecast);
            yield;
          }
        })(),
      );
      if (inside.length > 0)
        await this.store.write(run.manifest.model, run.run, part, inside, days.first(inside.length));
    }
    await this.store.finish(run.manifest.model, run.run, run.publishedAt, stations);
  }
}

type KeptPlace = ForecastPlace & { readonly id: string };

function isCompared({ run, isTerrain }: StoredRun, now: Date): boolean {
  return !isTerrain && run.getUTCHours() % EVERY_HOURS === 0 && now.getTime() - run.getTime() < OLDEST_MS;
}
