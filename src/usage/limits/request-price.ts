import { SetMetadata, type Type } from '@nestjs/common';
import { type DiscoveryService, MetadataScanner, ModuleRef } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { FeatureError } from '../../core/features/index.js';
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

/**
 * Returns the price of requests to the handler's route.
 * @throws FeatureError if it is a class that the module doesn't provide
 */
export function priceOf(handler: object, controller: { name: string }, module: ModuleRef): Price {
  const price = (Reflect.getMetadata(PRICE, handler) as Price | Type<Price> | undefined) ?? ONE_UNIT;
  if (typeof price !== 'function') return price;
  try {
    return module.get(price, { strict: true });
  } catch (cause) {
    throw new FeatureError(
      `${controller.name} has the price ${price.name}: add it to the providers of its module, without a scope.`,
      { cause },
    );
  }
}

/**
 * Finds the price of each route, so that one that is missing fails the start instead of requests.
 * @throws FeatureError
 */
export function findPrices(discovery: DiscoveryService): void {
  for (const { metatype, host } of discovery.getControllers()) {
    const controller = metatype as { name: string; prototype: Record<string, object> };
    const module = host!.getProviderByKey(ModuleRef).instance;
    for (const name of new MetadataScanner().getAllMethodNames(controller.prototype))
      priceOf(controller.prototype[name], controller, module);
  }
}
