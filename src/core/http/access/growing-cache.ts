import { LRUCache } from 'lru-cache';

/**
 * An LRU cache of up to `most` entries. Its memory grows with the entries; with `max`, `LRUCache` would allocate all of
 * it up front.
 */
export function growingCache<Key extends NonNullable<unknown>, Value extends NonNullable<unknown>>(
  most: number,
): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: () => 1 });
}
