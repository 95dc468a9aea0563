import type { FastifyRequest } from 'fastify';
import { queryFaults, structureFaults } from '../../http/problems/request-structure.js';
import { type Price } from '../../usage/requires-api-key.decorator.js';
import { unitsOfValues } from './keyed-query.js';

/** What a request asks for, or why that cannot be told. */
type Asked<T> = { nowMs: number; query: T } | { nowMs: number; fault: unknown };

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when it is read for the first time. */
    asked?: Asked<unknown>;
  }
}

export interface RequestForm<T> {
  /** @throws Problem that names every fault */
  parse: (request: FastifyRequest, nowMs: number) => T;
  /** What has to be smaller in a request that costs too much. */
  place: Price['place'];
  /** The points that a request asks for, as far as it can be told where it is faulty. */
  countPoints?: (request: FastifyRequest) => number;
}

/**
 * Reads what requests ask for, once: first the limits want to know what it costs, whatever may be wrong with it, and then
 * the handler, which answers it or says what is wrong.
 */
export class RequestReader<T extends { values: number }> {
  constructor(private readonly form: RequestForm<T>) {}

  /** A unit per 10,000 values, rounded up, and at least one for each point. */
  get price(): Price {
    const { countPoints = () => 1, place } = this.form;
    const units = (request: FastifyRequest) => {
      const asked = this.asked(request);
      return Math.max(countPoints(request), 'query' in asked ? unitsOfValues(asked.query.values) : 1);
    };
    return { units, isFaulty: (request) => 'fault' in this.asked(request), place };
  }

  /** @throws Problem that names every fault */
  read(request: FastifyRequest): { nowMs: number; query: T } {
    const asked = this.asked(request);
    if ('fault' in asked) throw asked.fault;
    return asked;
  }

  private asked(request: FastifyRequest): Asked<T> {
    return (request.asked ??= this.parse(request)) as Asked<T>;
  }

  private parse(request: FastifyRequest): Asked<T> {
    const nowMs = Date.now();
    // It is refused by its structure alone, once the limits have admitted it.
    const { body, query } = request;
    const faults = [...structureFaults(body), ...queryFaults(query as Record<string, string | string[]>)];
    if (faults.length > 0) return { nowMs, fault: undefined };
    try {
      return { nowMs, query: this.form.parse(request, nowMs) };
    } catch (fault) {
      return { nowMs, fault };
    }
  }
}
