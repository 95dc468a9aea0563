import type { EventType, Events } from '../../features/names.types.js';

/** An event as a listener receives it. */
export interface ServiceEvent<Type extends EventType = EventType> {
  readonly id: string;
  readonly type: Type;
  /** When it was announced: ISO 8601, UTC. */
  readonly timestamp: string;
  /** Null for an event for everyone. */
  readonly organizationId: string | null;
  /** Null if the event isn't about a client. */
  readonly clientId: string | null;
  readonly data: Events[Type];
}

export interface ListenerOptions {
  /**
   * `cluster`: one process handles the event, and retries for three days until the method doesn't throw. Rarely, it is
   * called twice. `process`: each process that is running calls the method, at most once.
   */
  readonly once: 'cluster' | 'process';
  /**
   * With `cluster`, the name under which it is stored what has been handled. Default: class, method and event, such
   * as `TideLevels.onRun (run.published)`. Set it before you rename them, or events may be handled twice or not at all.
   */
  readonly name?: string;
}

export interface DeclaredListener extends ListenerOptions {
  readonly type: EventType;
}

const LISTENS = 'listens-to-events';

/** Calls the method of a provider for each event of the type. It has an entity manager of its own, as in a request. */
export const OnServiceEvent =
  <Type extends EventType>(type: Type, options: ListenerOptions) =>
  <Method extends (event: ServiceEvent<Type>) => unknown>(
    _target: object,
    _name: string | symbol,
    { value }: TypedPropertyDescriptor<Method>,
  ): void =>
    Reflect.defineMetadata(LISTENS, [...listensTo(value!), { type, ...options }], value!);

/** Returns what a method listens to. */
export function listensTo(method: object): DeclaredListener[] {
  return (Reflect.getMetadata(LISTENS, method) ?? []) as DeclaredListener[];
}
