/** What a feature that speaks as another service does makes its requests and answers with. */
export { type ForecastTable } from './answer/forecast-columns.js';
export { type PlannedSpan } from './answer/forecast-maker.js';
export { MOST_LOCATIONS, MOST_VALUES } from './request/batch-query.js';
export { RequestReader } from './request/asked-request.js';
export { isLong } from './request/keyed-query.js';
export { KnownQueries } from './request/known-queries.js';
export { BodyReader, type RawBody } from './request/body-reader.js';
export { type ForecastQuery } from './request/forecast-query.js';
export { knownNames } from './request/nearest-names.js';
export { UNIT_SYSTEMS } from './request/parameters.js';
export { type RawQuery } from './request/query-reader.js';
export { HOUR_MS } from './request/timeline-spans.js';
export { timeZoneAt, UTC } from './request/time-zone-at.js';
export { type PlannedHours } from './timelines/planned-hours.js';
export { shortestOf } from './serving/batch-answer.js';
export { JsonBytes } from './serving/json-bytes.js';
export { type AnswerLife, maxAgeSeconds, type ServedAnswer } from './serving/served-answer.js';
