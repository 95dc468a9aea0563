import { Injectable } from '@nestjs/common';
import type { Awaitable } from '../../core/common/index.js';
import { type AcceptedCoding, Problem } from '../../core/http/index.js';
import { MINUTE_MS, toInstant } from '../../core/time/index.js';
import { MetricCatalogue, toServedColumn } from '../../weather/metrics/index.js';
import { OBSERVATION_SOURCES } from '../../weather/observations/index.js';
import { placeOf, servedHeight } from '../answer/answers.js';
import { attributionOf, PENDING } from '../answer/place-ground.js';
import { ForecastService } from '../forecast.service.js';
import { hourOf } from '../request/timeline-spans.js';
import { AnswerWarnings } from '../series/answer-warnings.js';
import type { ServedAnswer } from '../serving/served-answer.js';
import type { Provenance } from '../timelines/forecast-answer.js';
import {
  type CurrentConditions,
  CurrentConditionsService,
  type CurrentReport,
} from './current-conditions.service.js';
import type { CurrentQuery } from './current-query.js';
import type { CurrentConditionsDto, CurrentObservationDto } from './current.dto.js';

/** A report or a run can arrive at any time. */
const RETRY_SECONDS = 60;
const AMOUNTS = ['precipitationIntensity', 'snowAccumulation'];

/** Serves current conditions. */
@Injectable()
export class CurrentService {
  constructor(
    private readonly forecasts: ForecastService,
    private readonly current: CurrentConditionsService,
    private readonly metrics: MetricCatalogue,
  ) {}

  /** As `ForecastService.awaitGround`. */
  awaitGround(query: CurrentQuery, keyId: string): Awaitable<boolean> {
    return this.forecasts.awaitGround([{ ...query, source: 'auto' }], keyId);
  }

  /** @throws Problem forecast_unavailable if neither a station nor a model has anything */
  answer(query: CurrentQuery, accepted: AcceptedCoding, nowMs: number): Awaitable<ServedAnswer> {
    const { latitude, longitude, elevation, place, fields, units } = query;
    const asked = [latitude, longitude, elevation, place?.id, fields.join(), units].join(' ');
    const key = `current ${this.current.stateAt(nowMs)} ${asked}`;
    return this.forecasts.inDialect(key, accepted, nowMs, (hoursOf) => {
      const conditions = this.current.conditions(query, nowMs, hoursOf);
      const { life, origin } = conditions;
      return { body: Buffer.from(JSON.stringify(this.dto(query, conditions))), life, origin };
    });
  }

  /**
   * The same as an object.
   * @param keyId as for `awaitGround`
   * @throws as `answer`
   */
  async read(query: CurrentQuery, nowMs: number, keyId: string): Promise<CurrentConditionsDto> {
    await this.awaitGround(query, keyId);
    return this.forecasts.fromHours(nowMs, (hoursOf) =>
      this.dto(query, this.current.conditions(query, nowMs, hoursOf)),
    );
  }

  private dto(query: CurrentQuery, conditions: CurrentConditions): CurrentConditionsDto {
    const { timeMs, values, used, isCovered, elevation, ground } = conditions;
    if (!isCovered && !used) throw unavailable(query, timeMs);
    const { latitude, longitude, fields, units } = query;
    const each = fields.map((name) => ({ name, ...values.get(name) }));
    return {
      location: { lat: latitude, lon: longitude },
      data: {
        time: toInstant(new Date(timeMs)),
        values: Object.fromEntries(each.map(({ name, value }) => [name, this.served(name, value, query)])),
      },
      meta: {
        observation: used ? this.observation(used, timeMs) : null,
        values: Object.fromEntries(each.map(({ name, origin }) => [name, origin])),
        ...placeOf(query),
        elevation: servedHeight(elevation),
        ...attributionOf(ground),
        units,
        ...this.provenance(query, conditions),
      },
    };
  }

  private served(name: string, value: number, { units }: CurrentQuery): number | null {
    const form = this.metrics.get(name).served[units];
    const [scaled] = toServedColumn(Float64Array.of(value), form);
    return Number.isNaN(scaled) ? null : scaled / 10 ** form.decimals;
  }

  private observation({ station, report, distanceKm }: CurrentReport, timeMs: number): CurrentObservationDto {
    const { id, name, lat, lon, elevation } = station;
    const { observedAtMs, text } = report;
    // It can be one that another process of the cluster reads.
    const { attribution } = OBSERVATION_SOURCES.find((source) => source.name === station.source)!;
    return {
      station: id,
      name,
      lat,
      lon,
      elevation,
      distanceKm: Math.round(distanceKm * 10) / 10,
      observedAt: toInstant(new Date(observedAtMs)),
      ageMinutes: Math.max(0, Math.floor((timeMs - observedAtMs) / MINUTE_MS)),
      report: text!,
      attribution,
    };
  }

  /** Of the values that aren't the station's own. */
  private provenance({ fields }: CurrentQuery, conditions: CurrentConditions): Provenance {
    const { values, model, used, forecast, timeMs, isCovered, ground } = conditions;
    const isMissing = (name: string) => Number.isNaN(values.get(name).value);
    const own = new AnswerWarnings();
    if (!used) own.add('no_observation');
    if (ground === PENDING) own.add('terrain_pending');
    if (!isCovered) for (const name of fields.filter(isMissing)) own.add('no_run', name);
    for (const name of AMOUNTS)
      if (isMissing(name) && values.get(name).origin !== 'model') own.add('unmeasured_amounts', name);
    const ofModel = fields.filter(
      (name) => values.get(name).origin !== 'observed' && (isMissing(name) || !Number.isNaN(model(name))),
    );
    const { sources, warnings } =
      isCovered && forecast && ofModel.length > 0
        ? forecast.provenance(ofModel, hourOf(timeMs))
        : { sources: [], warnings: [] };
    return { sources, warnings: [...own.list(fields), ...warnings] };
  }
}

function unavailable({ latitude, longitude }: CurrentQuery, timeMs: number): Problem {
  return new Problem('forecast_unavailable', {
    detail: `No station near ${latitude}, ${longitude} has reported within 90 minutes, and no stored run covers the location at ${toInstant(new Date(timeMs))}.`,
    headers: { 'retry-after': String(RETRY_SECONDS) },
  });
}
