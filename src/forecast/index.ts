export { FORECAST_ALERTS_FEATURE } from './alerts/forecast-alerts.feature.js';
export type { ForecastColumns, ForecastTable } from './answer/forecast-columns.js';
export type { PlannedSpan } from './answer/forecast-maker.js';
export { CurrentConditionsService } from './current/current-conditions.service.js';
export { CurrentService } from './current/current.service.js';
export { FORECAST_FEATURE } from './forecast.feature.js';
export { ForecastModule } from './forecast.module.js';
export { ForecastService, type HoursOf } from './forecast.service.js';
export { GroundService } from './ground/ground.service.js';
export { FORECAST_JOBS_FEATURE } from './jobs/forecast-jobs.feature.js';
export { PLACES_FEATURE } from './places/places.feature.js';
export { PlacesModule } from './places/places.module.js';
export { PlacesService } from './places/places.service.js';
export { MOST_LOCATIONS, MOST_VALUES } from './request/batch-query.js';
export { BodyReader, type RawBody } from './request/body-reader.js';
export { FreshnessConditions } from './request/forecast-parameters.decorator.js';
export { ForecastQueries } from './request/forecast-queries.js';
export type { ForecastQuery } from './request/forecast-query.js';
export { ForecastRequestDto } from './request/forecast-request.dto.js';
export { type KeyedQuery, isLong } from './request/keyed-query.js';
export { KnownQueries } from './request/known-queries.js';
export { knownNames } from './request/nearest-names.js';
export { PARAMETERS, UNIT_SYSTEMS } from './request/parameters.js';
export { type Asked, PricedRequest } from './request/priced-request.js';
export { QueryReader, type RawQuery } from './request/query-reader.js';
export { UTC, timeZoneAt } from './request/time-zone-at.js';
export { type LocalDay, wholeHourFrom } from './request/timeline-spans.js';
export { shortestOf } from './serving/batch-answer.js';
export { FRESHNESS_HEADERS, sendInDialect } from './serving/dialect-reply.js';
export { EntryFrame } from './serving/entry-frame.js';
export { JsonBytes } from './serving/json-bytes.js';
export {
  type AnswerLife,
  type ServedAnswer,
  freshnessOf,
  isHeld,
  maxAgeSeconds,
} from './serving/served-answer.js';
export type { ForecastMeta } from './timelines/forecast-answer.js';
export { type PlaceHours, PlannedHours } from './timelines/planned-hours.js';
export type { Column, ServedTimeline } from './timelines/served-timeline.js';
