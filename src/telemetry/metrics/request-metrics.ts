import { Injectable } from '@nestjs/common';
import type { FastifyInstance, onResponseHookHandler } from 'fastify';
import { DurationHistogram } from '../../common/duration-histogram.js';
import { MetricsService } from './metrics.service.js';

/** All paths that no route has: whoever makes them up makes no new series. */
const NO_ROUTE = '(none)';
const BOUNDS_MS = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];
/** Prometheus's client sums by label, so that a method of which there are as many as callers think of is none. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** How long each route's requests took, by the route's template: a path may hold what is nobody's business. */
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

  /** Must be called before routes are registered, and before hooks that may answer. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', (options) => {
      const others = [options.onResponse ?? []].flat().filter((hook) => !this.hooks.has(hook));
      options.onResponse = [...others, this.hookOf(options.url)];
    });
    this.countUnknown(fastify);
  }

  /** What has no route runs no hook of one. */
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
