import { Injectable } from '@nestjs/common';
import { type BatchQuery, countLocations } from './request/batch-query.js';
import type { RawBody } from './request/body-reader.js';
import { ForecastQueries } from './request/forecast-queries.js';
import type { KeyedQuery } from './request/keyed-query.js';
import { LOCATIONS } from './request/parameters.js';
import { PricedRequest } from './request/priced-request.js';
import type { RawQuery } from './request/query-reader.js';

/** The parameter to reduce if a request costs more units than a rate limit allows. */
const SPAN_END = 'endTime';

/** Of a forecast by query. */
@Injectable()
export class ForecastPrice extends PricedRequest<KeyedQuery> {
  constructor(queries: ForecastQueries) {
    super({
      place: { parameter: SPAN_END },
      parse: ({ query }, nowMs) => queries.parse(query as RawQuery, nowMs),
    });
  }
}

/** Of a forecast by JSON body. */
@Injectable()
export class BodyPrice extends PricedRequest<KeyedQuery> {
  constructor(queries: ForecastQueries) {
    super({
      place: { pointer: `/${SPAN_END}` },
      parse: ({ body = {} }, nowMs) => queries.parseBody(body as RawBody, new Date(nowMs)),
    });
  }
}

/** Of a batch. */
@Injectable()
export class BatchPrice extends PricedRequest<BatchQuery> {
  constructor(queries: ForecastQueries) {
    super({
      place: { pointer: `/${LOCATIONS}` },
      parse: ({ body = {} }, nowMs) => queries.parseBatch(body as RawBody, new Date(nowMs)),
      countPoints: countLocations,
    });
  }
}
