import { type SourceSums, compareSums } from '../../weather/verification/index.js';
import type { SumsBlock } from '../store/blocks.js';

/** Returns the sums of each station of a block. */
export function stationSums({ sources, stations = [], sums }: SumsBlock): SourceSums[] {
  const size = sums.length / stations.length;
  return stations.map((_, i) => ({ sources, sums, first: i * size }));
}

/** Returns the sums of all stations, or areas, together: over cases that the sources have in common. Yields after each bin. */
export function* mergeSums(
  parts: readonly SourceSums[],
  bins: number,
  numbers: number,
): Generator<void, SumsBlock> {
  const sources = [...new Set(parts.flatMap((part) => part.sources))].sort();
  return { sources, sums: yield* compareSums(parts, sources, bins, numbers) };
}

/** Returns the sums of an area: its own, or those of its stations together. */
export function* areaOf(block: SumsBlock, bins: number, numbers: number): Generator<void, SourceSums> {
  const merged = block.stations ? yield* mergeSums(stationSums(block), bins, numbers) : block;
  return { ...merged, first: 0 };
}
