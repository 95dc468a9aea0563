import { Injectable } from '@nestjs/common';
import type { FastifyInstance, onResponseHookHandler } from 'fastify';
import { DurationHistogram } from '../../common/duration-histogram.js';
import { MetricsService } from './metrics.service.js';

/** The label of all paths without a route, so that callers can't create new series. */
const NO_ROUTE = '(none)';
const BOUNDS_MS = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];
/** Methods with a label of their own. All others share one, so that callers can't create new series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Request durations, labeled by the route's template rather than the path, which may contain private data. */
@Injectable()
export class RequestMetrics {
  private readonly routes = new Map<string, RouteDurations>();
  private readonly hooks = new WeakSet<object>();

  constructor(metrics: MetricsService) {
    metrics.histogram(
      'http_request_duration_seconds',
      'From receiving a request to sending its response.',
      () => [...this.routes.values()].flatMap((route) => route.labelled()),
    );
  }

  /** Must be called before routes, and hooks that may send a response, are registered. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', (options) => {
      const others = [options.onResponse ?? []].flat().filter((hook) => !this.hooks.has(hook));
      options.onResponse = [...others, this.hookOf(options.url)];
    });
    this.countUnknown(fastify);
  }

  /** A request without a route doesn't run route hooks. */
  private countUnknown(fastify: FastifyInstance): void {
    const unknown = this.durationsOf(NO_ROUTE);
    fastify.addHook('onRequest', (request, reply, done) => {
      if (request.is404)
        reply.raw.once('close', () => unknown.observe(request.method, reply.statusCode, reply.elapsedTime));
      done();
    });
  }

  private hookOf(route: string): onResponseHookHandler {
    const durations = this.durationsOf(route);
    const hook: onResponseHookHandler = (request, reply, done) => {
      durations.observe(request.method, reply.statusCode, reply.elapsedTime);
      done();
    };
    this.hooks.add(hook);
    return hook;
  }

  private durationsOf(route: string): RouteDurations {
    const durations = this.routes.get(route) ?? new RouteDurations(route);
    this.routes.set(route, durations);
    return durations;
  }
}

/** The durations of one route, by method and status. */
class RouteDurations {
  private readonly methods = new Map<string, Map<number, DurationHistogram>>();

  constructor(private readonly route: string) {}

  observe(method: string, status: number, durationMs: number): void {
    const histogram = this.methods.get(method)?.get(status) ?? this.begin(method, status);
    histogram.observe(durationMs);
  }

  labelled() {
    return [...this.methods].flatMap(([method, statuses]) =>
      [...statuses].map(([status, durations]) => ({
        durations,
        labels: { method, route: this.route, status },
      })),
    );
  }

  private begin(method: string, status: number): DurationHistogram {
    const name = METHODS.has(method) ? method : 'other';
    const statuses = this.methods.get(name) ?? new Map<number, DurationHistogram>();
    const histogram = statuses.get(status) ?? new DurationHistogram(BOUNDS_MS);
    this.methods.set(name, statuses.set(status, histogram));
    return histogram;
  }
}
