import { Injectable } from '@nestjs/common';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time/index.js';
import { MetricCatalogue } from '../../weather/metrics/index.js';
import { DoubtfulStationsService } from '../../verification/index.js';
import { type KnownStation, ObservationsService, type StoredReport } from '../../observations/index.js';
import type { PlannedSpan } from '../answer/forecast-maker.js';
import type { HoursOf } from '../forecast.service.js';
import { hourOf } from '../request/timeline-spans.js';
import type { AnswerLife } from '../serving/served-answer.js';
import type { PlaceHours, PlannedHours } from '../timelines/planned-hours.js';
import { isWithinReach, REACH, type Separation } from './carried-report.js';
import { CombinedValues, type UsedReport } from './combined-values.js';
import type { MetricAt } from './current-value.js';

/** Extra hours on either side, which the interpolation within an hour depends on. */
const HOURS_BESIDE = 3;
/** The model is compared with no more reports, which takes time: if so many are wrong, it is the model. */
const MOST_STATIONS = 10;

interface Place {
  latitude: number;
  longitude: number;
  /** Meters; undefined for the height of the place. */
  elevation: number | undefined;
}

/** The report that conditions are made of. */
export interface CurrentReport extends Separation {
  station: KnownStation;
  report: StoredReport;
}

/** The weather of a place at the current minute. */
export interface CurrentConditions {
  timeMs: number;
  values: CombinedValues;
  /** The model alone. */
  model: MetricAt;
  /** Whether the model has anything at the time. */
  isCovered: boolean;
  /** Meters above sea level that the values are for; undefined if it is unknown. */
  elevation: number | undefined;
  used: CurrentReport | undefined;
  /** The forecast around the time. */
  forecast: PlannedHours | undefined;
  /** The values, as the only step of a dialect; undefined if there are none. */
  hours: PlaceHours | undefined;
  origin: PlannedSpan['origin'];
  ground: PlannedSpan['ground'];
  life: AnswerLife;
}

/** Makes current conditions from the nearest fitting station's report and the forecast. */
@Injectable()
export class CurrentConditionsService {
  constructor(
    private readonly observations: ObservationsService,
    private readonly doubtful: DoubtfulStationsService,
    private readonly metrics: MetricCatalogue,
  ) {}

  /** The same for as long as the conditions of a place stay the same, whatever the runs. */
  stateAt(nowMs: number): string {
    return `${minuteOf(nowMs)} ${this.observations.state} ${this.doubtful.state}`;
  }

  conditions(place: Place, nowMs: number, hoursOf: HoursOf): CurrentConditions {
    const timeMs = minuteOf(nowMs);
    const { hours: forecast, life, origin, ground } = hoursOf(around(place, timeMs));
    const model = metricAt(forecast, timeMs);
    const height = place.elevation ?? forecast?.height ?? (typeof ground === 'number' ? ground : undefined);
    const used = this.fitting(place, height, nowMs, hoursOf);
    const values = new CombinedValues(model, used);
    const isCovered = this.metrics.defaultNames.some((name) => !Number.isNaN(model(name)));
    const elevation = height ?? used?.station.elevation;
    const at: PlaceHours['at'] = () => (name) => Float64Array.of(values.get(name).value);
    return {
      timeMs,
      values,
      model,
      isCovered,
      elevation,
      used,
      forecast,
      hours: isCovered || used ? { altitude: elevation ?? 0, at } : undefined,
      origin,
      ground,
      life: {
        ...life,
        // They change every minute, and with each report.
        lastModified: new Date(Math.max(life.lastModified.getTime(), timeMs, used?.report.receivedAtMs ?? 0)),
        fromMs: timeMs,
        // Clients may show those of the last second of a minute for another one.
        untilMs: timeMs + 2 * MINUTE_MS,
        longestAgeSeconds: MINUTE_MS / SECOND_MS,
      },
    };
  }

  /**
   * Returns the nearest report that isn't obviously wrong, of a station that can be relied on. One without a temperature,
   * which can't be compared with the model, is used only if there is no other.
   */
  private fitting(
    { latitude, longitude }: Place,
    height: number | undefined,
    nowMs: number,
    hoursOf: HoursOf,
  ): (CurrentReport & UsedReport) | undefined {
    const separationOf = (
      { elevation }: KnownStation,
      { observedAtMs }: StoredReport,
      distanceKm: number,
    ) => ({
      distanceKm,
      ageMs: Math.max(0, minuteOf(nowMs) - observedAtMs),
      riseMetres: height === undefined ? 0 : height - elevation,
    });
    const isFitting = (station: KnownStation, latest: StoredReport | undefined) =>
      latest !== undefined &&
      this.doubtful.mostKelvinOf(station.id) !== undefined &&
      isWithinReach(separationOf(station, latest, 0)) &&
      Object.values(latest.values).some((value) => value !== null);
    const now = new Date(nowMs);
    const { distanceKm: radiusKm } = REACH;
    const near = this.observations.nearest(latitude, longitude, radiusKm, MOST_STATIONS, now, isFitting);
    let other: (CurrentReport & UsedReport) | undefined;
    for (const { station, distanceKm, latest } of near) {
      const report = latest!;
      const { observedAtMs, values } = report;
      if (values.temperature === null && other) continue;
      const { lat, lon, elevation } = station;
      const there = around({ latitude: lat, longitude: lon, elevation }, observedAtMs);
      const modelThere = metricAt(hoursOf(there).hours, observedAtMs);
      const used = { ...separationOf(station, report, distanceKm), station, report, values, modelThere };
      if (values.temperature === null) other = used;
      else if (
        !(Math.abs(values.temperature - modelThere('temperature')) > this.doubtful.mostKelvinOf(station.id)!)
      )
        return used;
    }
    return other;
  }
}

function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
}

/** The hours that the values at a time depend on. */
function around(place: Place, timeMs: number): Parameters<HoursOf>[0] {
  const hourMs = hourOf(timeMs);
  return {
    ...place,
    source: 'auto',
    firstMs: hourMs - HOURS_BESIDE * HOUR_MS,
    endMs: hourMs + (HOURS_BESIDE + 1) * HOUR_MS,
  };
}

function metricAt(hours: PlannedHours | undefined, timeMs: number): MetricAt {
  const metric = hours?.at({ firstMs: timeMs, stepMs: MINUTE_MS, count: 1 });
  return (name) => metric?.(name)[0] ?? NaN;
}
