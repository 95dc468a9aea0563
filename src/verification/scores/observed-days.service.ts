import { Injectable } from '@nestjs/common';
import { inTurns } from '../../core/background/index.js';
import { DAY_MS, HOUR_MS } from '../../core/time/index.js';
import { ObservationsService, type StoredReport } from '../../observations/index.js';
import {
  DAY_HOURS,
  NO_VALUE,
  OBSERVED_DAY,
  OBSERVED_VALUES,
  kept,
} from '../../weather/verification/index.js';

const TENTHS = 10;
/** Codes from drizzle on are precipitation; a thunderstorm needs none. */
const FIRST_WET_CODE = 4_000;
const THUNDERSTORM = 8_000;

const NUMBERS = OBSERVED_VALUES.length;
const WET = OBSERVED_VALUES.indexOf('wet');

interface ReadHour {
  readonly version: number;
  /** [station][value]; as `OBSERVED_VALUES`, but the last is the weather code. */
  readonly values: Int16Array;
}

/** What stations measured, hour by hour. Hours that have changed are read again. */
@Injectable()
export class ObservedDaysService {
  private readonly hours = new Map<number, ReadHour>();
  /** By ID, where in the hours a station is. */
  private readonly indexes = new Map<string, number>();

  constructor(private readonly observations: ObservationsService) {}

  /** Returns the versions of the hours of a span of days that have reports. The hour after the last day is one of them. */
  versions(firstDayMs: number, lastDayMs: number): Promise<Map<number, number>> {
    return this.observations.versionsOfHours(firstDayMs, lastDayMs + DAY_MS);
  }

  /** Reads the hours that are new or have changed, and forgets all others. */
  async read(versions: ReadonlyMap<number, number>): Promise<void> {
    for (const hourMs of this.hours.keys()) if (!versions.has(hourMs)) this.hours.delete(hourMs);
    if (this.hours.size === 0) this.indexes.clear();
    for (const [hourMs, version] of versions)
      if (this.hours.get(hourMs)?.version !== version)
        this.hours.set(hourMs, await this.readHour(hourMs, version));
  }

  /** Whether there are reports for an hour: there are none if the service, or its source, stood still. */
  wasRead(hourMs: number): boolean {
    return this.hours.has(hourMs);
  }

  /** Returns what some stations measured on a day: [station][value][hour]. */
  day(dayMs: number, stations: readonly string[]): Int16Array {
    const values = new Int16Array(stations.length * OBSERVED_DAY).fill(NO_VALUE);
    const indexes = stations.map((id) => this.indexes.get(id));
    for (let hour = 0; hour < DAY_HOURS; hour++) {
      const read = this.hours.get(dayMs + hour * HOUR_MS)?.values;
      const next = this.hours.get(dayMs + (hour + 1) * HOUR_MS)?.values;
      if (!read) continue;
      indexes.forEach((index, station) => {
        if (index === undefined || index * NUMBERS >= read.length) return;
        const first = station * OBSERVED_DAY + hour;
        for (let i = 0; i < WET; i++) values[first + i * DAY_HOURS] = read[index * NUMBERS + i];
        values[first + WET * DAY_HOURS] = wetness(
          read[index * NUMBERS + WET],
          next?.[index * NUMBERS + WET] ?? NO_VALUE,
        );
      });
    }
    return values;
  }

  private async readHour(hourMs: number, version: number): Promise<ReadHour> {
    const reports: StoredReport[] = [];
    for await (const block of this.observations.reportsOf(hourMs)) reports.push(...block);
    for (const { stationId } of reports)
      if (!this.indexes.has(stationId)) this.indexes.set(stationId, this.indexes.size);
    const values = new Int16Array(this.indexes.size * NUMBERS).fill(NO_VALUE);
    await inTurns(fill(values, reports, this.indexes));
    return { version, values };
  }
}

function* fill(values: Int16Array, reports: readonly StoredReport[], indexes: ReadonlyMap<string, number>) {
  for (const report of reports) {
    values.set(numbersOf(report), indexes.get(report.stationId)! * NUMBERS);
    yield;
  }
}

function numbersOf({ values }: StoredReport): number[] {
  return [
    kept(values.temperature, TENTHS),
    kept(values.dewPoint, TENTHS),
    kept(values.windSpeed, TENTHS),
    kept(values.windDirection, 1),
    kept(values.pressureSurfaceLevel, TENTHS),
    kept(values.weatherCode, 1),
  ];
}

/** An hour is wet if it rained or snowed at its start or end, and dry if it did at neither. */
function wetness(atStart: number, atEnd: number): number {
  const isCertain = (code: number) => code !== NO_VALUE && code < THUNDERSTORM;
  // Otherwise, it would depend on the weather whether an hour counts.
  if (!isCertain(atStart) || !isCertain(atEnd)) return NO_VALUE;
  return atStart >= FIRST_WET_CODE || atEnd >= FIRST_WET_CODE ? 1 : 0;
}
