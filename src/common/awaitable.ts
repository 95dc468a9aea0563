/** A value that is there already, or will be. Nest takes either from guards and handlers, on any route. */
export type Awaitable<T> = T | Promise<T>;

/** Continues at once with a value that is there, without the turns of the microtask queue that a promise costs. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** Also for promises of another realm, which are no instances of this one's. */
export function isPromise<T>(value: Awaitable<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
