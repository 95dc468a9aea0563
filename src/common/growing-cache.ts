import { LRUCache } from 'lru-cache';

/** Keeps the `most` entries that were used last. Its memory grows with them, while a cache with a `max` takes all of it at once. */
export function growingCache<Key extends NonNullable<unknown>, Value extends NonNullable<unknown>>(
  most: number,
): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: () => 1 });
}
