import { Injectable } from '@nestjs/common';
import { PricedRequest } from '../../forecast/index.js';
import type { Shape, TomorrowIoQuery } from './request/tomorrow-io-query.js';
import { TomorrowIoService } from './tomorrow-io.service.js';

abstract class QueryPrice extends PricedRequest<TomorrowIoQuery> {
  constructor(shape: Shape, service: TomorrowIoService) {
    super({
      place: { parameter: 'timesteps' },
      parse: (request, nowMs) => service.parseQuery(shape, request, nowMs),
    });
  }
}

@Injectable()
export class ForecastPrice extends QueryPrice {
  constructor(service: TomorrowIoService) {
    super('forecast', service);
  }
}

@Injectable()
export class RealtimePrice extends QueryPrice {
  constructor(service: TomorrowIoService) {
    super('realtime', service);
  }
}

@Injectable()
export class TimelinesPrice extends QueryPrice {
  constructor(service: TomorrowIoService) {
    super('timelines', service);
  }
}

@Injectable()
export class TimelinesBodyPrice extends PricedRequest<TomorrowIoQuery> {
  constructor(service: TomorrowIoService) {
    super({
      place: { pointer: '/timesteps' },
      parse: (request, nowMs) => service.parseBody(request, nowMs),
    });
  }
}
