import { Injectable } from '@nestjs/common';
import { PricedRequest } from '../../forecast/index.js';
import { OpenMeteoService, parametersOf } from './open-meteo.service.js';
import { countPoints } from './request/asked-points.js';
import type { RawParameters } from './request/asked-values.js';
import type { OpenMeteoQuery } from './request/open-meteo-query.js';

@Injectable()
export class OpenMeteoPrice extends PricedRequest<OpenMeteoQuery> {
  constructor(service: OpenMeteoService) {
    super({
      place: { parameter: 'hourly' },
      parse: (request, nowMs) => service.parseQuery(request, nowMs),
      countPoints: ({ query }) => countPoints(query as RawParameters),
    });
  }
}

@Injectable()
export class OpenMeteoBodyPrice extends PricedRequest<OpenMeteoQuery> {
  constructor(service: OpenMeteoService) {
    super({
      place: { pointer: '/hourly' },
      parse: (request, nowMs) => service.parseBody(request, nowMs),
      countPoints: (request) => countPoints(parametersOf(request)),
    });
  }
}
