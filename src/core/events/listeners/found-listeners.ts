import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { FeatureError } from '../../features/feature-error.js';
import type { EventType } from '../../features/names.types.js';
import { type ListenerOptions, listensTo, type ServiceEvent } from './on-service-event.decorator.js';

export interface Listener {
  readonly type: EventType;
  readonly once: ListenerOptions['once'];
  /** For messages, and in the database. */
  readonly name: string;
  readonly call: (event: ServiceEvent) => unknown;
}

type Methods = Record<string, (event: ServiceEvent) => unknown>;

/** Finds the methods of providers that listen to events. */
@Injectable()
export class FoundListeners {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** @throws FeatureError for two listeners of one name, and for a provider that only exists within requests */
  list(): Listener[] {
    const instances = new Set<unknown>();
    const listeners: Listener[] = [];
    for (const wrapper of this.discovery.getProviders()) {
      const { instance, name } = wrapper as { instance: Methods | undefined; name: string };
      // A provider can have several tokens.
      if (instances.has(instance)) continue;
      instances.add(instance);
      const found = this.listenersOf(instance);
      if (found.length > 0 && !wrapper.isDependencyTreeStatic())
        throw new FeatureError(`${name} listens to events, so it can't be scoped to requests.`);
      listeners.push(...found);
    }
    const names = listeners.filter(({ once }) => once === 'cluster').map(({ name }) => name);
    const twice = names.find((name, i) => names.indexOf(name) < i);
    if (twice !== undefined)
      throw new FeatureError(
        `Two methods listen to events as ${twice}: give one a name of its own in @OnServiceEvent().`,
      );
    return listeners;
  }

  private listenersOf(instance: Methods | undefined): Listener[] {
    const prototype =
      instance && typeof instance === 'object' && (Object.getPrototypeOf(instance) as Methods | null);
    if (!prototype) return [];
    return this.scanner.getAllMethodNames(prototype).flatMap((method) =>
      listensTo(prototype[method]).map(({ type, once, name }) => ({
        type,
        once,
        name: name ?? `${prototype.constructor.name}.${method} (${type})`,
        call: (event) => instance[method](event),
      })),
    );
  }
}
