import type { FastifyRequest } from 'fastify';
import { queryFaults, structureFaults } from '../../core/http/index.js';
import type { Price } from '../../usage/index.js';
import { unitsOfValues } from './keyed-query.js';

/** A parsed request, or the fault that keeps it from being parsed. */
export type Asked<T = unknown> = { nowMs: number; query: T } | { nowMs: number; fault: unknown };

interface Form<T> {
  /** What to reduce in a request that costs too much. */
  place: Price['place'];
  /** @throws Problem that names every fault */
  parse: (request: FastifyRequest, nowMs: number) => T;
  /** Counts the requested points, as far as possible if the request is faulty. */
  countPoints?: (request: FastifyRequest) => number;
}

/**
 * Parses each request once, first for the rate limits, which need its cost whatever may be wrong with it, and then for
 * the handler, which serves it or reports what is wrong.
 */
export abstract class PricedRequest<T extends { values: number }> implements Price {
  readonly place: Price['place'];

  constructor(private readonly form: Form<T>) {
    this.place = form.place;
  }

  /** One unit per 10,000 values, rounded up, and at least one per point. */
  units(request: FastifyRequest): number {
    const asked = this.asked(request);
    const points = this.form.countPoints?.(request) ?? 1;
    return Math.max(points, 'query' in asked ? unitsOfValues(asked.query.values) : 1);
  }

  isFaulty(request: FastifyRequest): boolean {
    return 'fault' in this.asked(request);
  }

  /** @throws Problem that names every fault */
  read(request: FastifyRequest): { nowMs: number; query: T } {
    const asked = this.asked(request);
    if ('fault' in asked) throw asked.fault;
    return asked;
  }

  private asked(request: FastifyRequest): Asked<T> {
    return (request.asked ??= this.ask(request)) as Asked<T>;
  }

  private ask(request: FastifyRequest): Asked<T> {
    const nowMs = Date.now();
    // A guard refuses the request for its structure alone, once the limits have admitted it.
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
