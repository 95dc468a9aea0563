/** A value, or a promise of it. Nest accepts either from guards and handlers, on any route. */
export type Awaitable<T> = T | Promise<T>;

/** Continues synchronously with a value that is already there, avoiding the microtask ticks of a promise. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** Also recognizes promises of another realm, for which `instanceof` fails. */
export function isPromise<T>(value: Awaitable<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
