import { SetMetadata, type Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { RequestFault } from '../../core/http/index.js';

const PRICE = 'request-price';

/** The units that a request costs. */
export interface Price {
  /** Called before the request is validated. */
  units(request: FastifyRequest): number;
  /** Whether the request will be refused as invalid, so that it doesn't have to take anything. */
  isFaulty?(request: FastifyRequest): boolean;
  /** The parameter or body member to reduce if the request costs more units than a whole window has. */
  readonly place: Pick<RequestFault, 'parameter' | 'pointer'>;
}

const ONE_UNIT: Price = { units: () => 1, place: {} };

/** Sets the price of requests to the route: a price, or the class of one that the route's module provides. */
export const RequestPrice = (price: Price | Type<Price> = ONE_UNIT) => SetMetadata(PRICE, price);

/** Returns the price of requests to the handler's route. */
export function priceOf(handler: object, module: ModuleRef): Price {
  const price = (Reflect.getMetadata(PRICE, handler) as Price | Type<Price> | undefined) ?? ONE_UNIT;
  return typeof price === 'function' ? module.get(price, { strict: true }) : price;
}
