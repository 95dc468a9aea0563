import { LEAD_BINS, STATION_CORRECTIONS } from '../../weather/verification/index.js';
import { pack, unpack } from '../store/blocks.js';

/** What has a set of weights, in the order of the content. */
export const WEIGHTED_GROUPS = ['temperature', 'wind', 'pressure'] as const;
/** Latitude, longitude, height. */
const POSITION_NUMBERS = 3;

/** What the state consists of: the same numbers, wherever it is read. */
export interface StateContent {
  /** Models that were verified. */
  readonly models: readonly string[];
  /** Regions that have factors of their own. */
  readonly regions: readonly number[];
  /** By how much verified weights are above the documented ones: [the world, then regions][group][model][lead bin]. */
  readonly factors: Float32Array;
  /** Regions that have gates of their own. */
  readonly gatedRegions: readonly number[];
  /** How much of the corrections counts, from 0 to 1: [the world, then regions][field]. */
  readonly gates: readonly number[];
  /** By lead bin; see `wideningOf`. */
  readonly widening: readonly number[];
  /** Stations that have corrections. */
  readonly stations: readonly string[];
  /** [station][latitude, longitude, height]. */
  readonly positions: Float32Array;
  /** [station][correction], in tenths of a degree; see `correctionsOf`. */
  readonly corrections: Int8Array;
}

type Header = Pick<StateContent, 'models' | 'regions' | 'gatedRegions' | 'gates' | 'widening' | 'stations'>;

/** Returns how many factors the world or a region has. */
export function factorsOf(models: readonly string[]): number {
  return WEIGHTED_GROUPS.length * models.length * LEAD_BINS.length;
}

export function packState({ factors, positions, corrections, ...header }: StateContent): Promise<Buffer> {
  const floats = [factors, positions].map((part) =>
    Buffer.from(part.buffer, part.byteOffset, part.byteLength),
  );
  return pack(header, Buffer.concat([...floats, new Uint8Array(corrections)]));
}

export async function unpackState(block: Uint8Array): Promise<StateContent> {
  const { header, bytes } = await unpack<Header>(block);
  const areas = 1 + header.regions.length;
  const numbers = areas * factorsOf(header.models) + header.stations.length * POSITION_NUMBERS;
  const length = numbers * Float32Array.BYTES_PER_ELEMENT + header.stations.length * STATION_CORRECTIONS;
  if (bytes.length !== length) throw new Error('it has another layout');
  let end = 0;
  const take = (length: number) => bytes.subarray(end, (end += length));
  const floats = (length: number) => {
    const part = take(length * Float32Array.BYTES_PER_ELEMENT);
    return Float32Array.from({ length }, (_, i) => part.readFloatLE(i * Float32Array.BYTES_PER_ELEMENT));
  };
  return {
    ...header,
    factors: floats(areas * factorsOf(header.models)),
    positions: floats(header.stations.length * POSITION_NUMBERS),
    corrections: Int8Array.from(take(header.stations.length * STATION_CORRECTIONS)),
  };
}
