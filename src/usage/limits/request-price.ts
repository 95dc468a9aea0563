import { SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { RequestFault } from '../../http/problems/problem.js';

const PRICE = 'request-price';

/** What a request takes out of the windows that count units. */
export interface Price {
  /** Told before anything about the request is refused. */
  units: (request: FastifyRequest) => number;
  /** Whether the request will be refused for what it asks, so that it need not take anything. */
  isFaulty?: (request: FastifyRequest) => boolean;
  /** Names what has to be smaller where a whole window holds fewer units. */
  place: Pick<RequestFault, 'parameter' | 'pointer'>;
}

const ONE_UNIT: Price = { units: () => 1, place: {} };

/** What a request to the route costs. */
export const RequestPrice = (price: Price = ONE_UNIT) => SetMetadata(PRICE, price);

/** The price of requests to the route that the handler serves. */
export function priceOf(handler: object): Price {
  return (Reflect.getMetadata(PRICE, handler) as Price | undefined) ?? ONE_UNIT;
}
