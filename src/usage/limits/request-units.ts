import { SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

const UNITS = 'request-units';

/** How many units a request takes, told before anything about it is checked: at least one. */
export type CountUnits = (request: FastifyRequest) => number;

const oneUnit: CountUnits = () => 1;
const counts = new WeakMap<object, CountUnits>();

/** What a request to the route costs. */
export const RequestUnits = (count: CountUnits = oneUnit) => SetMetadata(UNITS, count);

/** The units of a request to the route that the handler serves. */
export function unitsOf(handler: object, request: FastifyRequest): number {
  let count = counts.get(handler);
  if (!count) {
    count = (Reflect.getMetadata(UNITS, handler) as CountUnits | undefined) ?? oneUnit;
    counts.set(handler, count);
  }
  return count(request);
}
