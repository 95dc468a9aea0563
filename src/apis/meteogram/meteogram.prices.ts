import { Injectable } from '@nestjs/common';
import { ForecastQueries, PricedRequest, type RawQuery } from '../../forecast/index.js';
import { type MeteogramQuery, parseMeteogramQuery } from './request/meteogram-query.js';

abstract class MeteogramPrice extends PricedRequest<MeteogramQuery> {
  constructor(form: 'svg' | 'png', queries: ForecastQueries) {
    super({
      place: { parameter: 'hours' },
      parse: ({ query }, nowMs) => parseMeteogramQuery(query as RawQuery, nowMs, queries, form),
    });
  }
}

@Injectable()
export class SvgPrice extends MeteogramPrice {
  constructor(queries: ForecastQueries) {
    super('svg', queries);
  }
}

@Injectable()
export class PngPrice extends MeteogramPrice {
  constructor(queries: ForecastQueries) {
    super('png', queries);
  }
}
