import { Injectable } from '@nestjs/common';
import { MetricCatalogue } from '../../weather/metrics/index.js';
import { PricedRequest } from '../request/priced-request.js';
import type { RawQuery } from '../request/query-reader.js';
import { type CurrentQuery, parseCurrentQuery } from './current-query.js';

/** Of current conditions: always one unit. */
@Injectable()
export class CurrentPrice extends PricedRequest<CurrentQuery & { values: number }> {
  constructor(metrics: MetricCatalogue) {
    super({
      place: { parameter: 'fields' },
      parse: ({ query }) => {
        const asked = parseCurrentQuery(query as RawQuery, metrics);
        return { ...asked, values: asked.fields.length };
      },
    });
  }
}
