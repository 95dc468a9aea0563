import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { toInstant } from '../../core/time/index.js';
import { UNIT_SYSTEMS } from '../request/parameters.js';
import { ownGazetteer } from '../places/own-gazetteer.js';
import { DECLARED_BY_FEATURES } from '../../core/http/index.js';
import type { UnitSystem } from '../../weather/meteo/index.js';
import {
  ALERT_STATES,
  type AlertState,
  type Comparison,
  COMPARISONS,
  type ForecastAlert,
} from './forecast-alert.entity.js';

@ApiSchema({ name: 'ForecastAlertPlace' })
export class ForecastAlertPlaceDto {
  id!: string;
  name!: string;
  country_code!: string;
  admin!: string | null;
}

@ApiSchema({ name: 'LeadHours' })
export class LeadHoursDto {
  /** The first hour, counted from the current one. */
  @ApiProperty({ type: 'integer' })
  from!: number;
  /** The hour at which they end, exclusive. */
  @ApiProperty({ type: 'integer' })
  to!: number;
}

@ApiSchema({ name: 'ForecastAlertEvaluation' })
export class ForecastAlertEvaluationDto {
  /** The model that gives the first hour. */
  model!: string;
  /** When the run began. ISO 8601, UTC. */
  run!: string;
  /** ISO 8601, UTC. */
  evaluated_at!: string;
  /** The highest value of the hours; the lowest for `below` and `at_most`. */
  extreme_value!: number;
  /** ISO 8601, UTC. */
  extreme_time!: string;
  /** The first hour that meets the condition; null if none does. ISO 8601, UTC. */
  first_time!: string | null;
}

@ApiSchema({ name: 'ForecastAlertError' })
export class ForecastAlertErrorDto {
  /** The code of a problem, as in an error response, or `no_values`. */
  code!: string;
  detail!: string;
}

@ApiSchema({ name: 'ForecastAlert' })
export class ForecastAlertDto {
  /** Starts with `fal_`. */
  id!: string;
  client_id!: string;
  organization_id!: string;
  name!: string;
  @ApiProperty({ enum: DECLARED_BY_FEATURES, enumName: 'MetricName' })
  field!: string;
  @ApiProperty({ enum: COMPARISONS, enumName: 'AlertComparison' })
  comparison!: Comparison;
  value!: number;
  @ApiProperty({ enum: [...UNIT_SYSTEMS], enumName: 'UnitSystem' })
  units!: UnitSystem;
  /** How far values must move back past the threshold before a raised alert clears. */
  hysteresis!: number;
  lat!: number;
  lon!: number;
  /** The place, if the location was set by name; null if it was set by coordinates. */
  @ApiProperty({ type: ForecastAlertPlaceDto, nullable: true })
  place!: ForecastAlertPlaceDto | null;
  lead_hours!: LeadHoursDto;
  /** Null: the same models as `source=auto`. */
  model!: string | null;
  enabled!: boolean;
  @ApiProperty({
    enum: ALERT_STATES,
    enumName: 'AlertState',
    description:
      '`pending`: not evaluated since it was created, changed, or cleared without a run. `calm`: no hour meets the condition. `raised`: at least one hour meets the condition or is within the hysteresis.',
  })
  state!: AlertState;
  @ApiProperty({
    type: ForecastAlertEvaluationDto,
    nullable: true,
    description: 'The last evaluation; null while `pending`.',
  })
  last_evaluation!: ForecastAlertEvaluationDto | null;
  @ApiProperty({
    type: ForecastAlertErrorDto,
    nullable: true,
    description: "Why the last run couldn't be evaluated; null if it could.",
  })
  last_error!: ForecastAlertErrorDto | null;
  /** ISO 8601, UTC. */
  created_at!: string;
  /** ISO 8601, UTC. */
  updated_at!: string;
}

@ApiSchema({ name: 'ForecastAlertPage' })
export class ForecastAlertPageDto {
  data!: ForecastAlertDto[];
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor!: string | null;
}

/** @param alert with its client */
export function toForecastAlertDto(alert: ForecastAlert): ForecastAlertDto {
  const { evaluation, client } = alert;
  return {
    id: alert.id,
    client_id: client.id,
    organization_id: client.organization.id,
    name: alert.name,
    field: alert.field,
    comparison: alert.comparison,
    value: alert.value,
    units: alert.units,
    hysteresis: alert.hysteresis,
    lat: alert.latitude,
    lon: alert.longitude,
    place: placeOf(alert.placeId),
    lead_hours: { from: alert.leadFrom, to: alert.leadTo },
    model: alert.model ?? null,
    enabled: alert.isEnabled,
    state: alert.state,
    last_evaluation: evaluation
      ? {
          model: evaluation.model,
          run: evaluation.run,
          evaluated_at: evaluation.at,
          extreme_value: evaluation.extremeValue,
          extreme_time: evaluation.extremeTime,
          first_time: evaluation.firstTime,
        }
      : null,
    last_error: alert.error ?? null,
    created_at: toInstant(alert.createdAt),
    updated_at: toInstant(alert.updatedAt),
  };
}

function placeOf(id: string | null | undefined): ForecastAlertPlaceDto | null {
  const place = id ? ownGazetteer().byId(id) : undefined;
  if (!place) return null;
  return { id: place.id, name: place.name, country_code: place.countryCode, admin: place.division };
}
