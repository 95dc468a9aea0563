import { LRUCache } from 'lru-cache';

/** The content codings of responses; `identity` means uncompressed. */
export type ContentCoding = 'zstd' | 'br' | 'gzip' | 'identity';

/** The coding that a caller prefers. */
export interface AcceptedCoding {
  coding: ContentCoding;
  /** Whether the caller refuses uncompressed responses, so that small ones are compressed, too. */
  evenIfSmall: boolean;
}

const UNCODED: AcceptedCoding = { coding: 'identity', evenIfSmall: false };

/** In the service's order of preference among codings that the caller accepts equally. */
const PREFERRED = ['zstd', 'br', 'gzip'] as const;
const WEIGHT = /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/i;

/** Cached by header, since callers send few different ones. */
const known = new LRUCache<string, AcceptedCoding>({ max: 500 });
const LONGEST_KNOWN = 200;

/**
 * Returns the coding that an `Accept-Encoding` header prefers (RFC 9110, 12.5.3). If it accepts no available coding,
 * the response is sent uncompressed nonetheless, as the RFC allows.
 */
export function acceptedCoding(header: string | string[] | undefined): AcceptedCoding {
  if (header === undefined) return UNCODED;
  const text = String(header);
  const kept = known.get(text);
  if (kept) return kept;
  const accepted = negotiate(text);
  if (text.length <= LONGEST_KNOWN) known.set(text, accepted);
  return accepted;
}

function negotiate(header: string): AcceptedCoding {
  const weights = readWeights(header);
  const others = weights.get('*');
  const identity = weights.get('identity') ?? (others === 0 ? 0 : undefined);
  let [coding, weight]: [ContentCoding, number] = ['identity', 0];
  for (const name of PREFERRED) {
    const own = weights.get(name) ?? others ?? 0;
    if (own > weight) [coding, weight] = [name, own];
  }
  if (weight === 0 || (identity !== undefined && identity > weight)) return UNCODED;
  return { coding, evenIfSmall: identity === 0 };
}

/** Returns the weights by lowercase name, without malformed members. */
function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const member of header.split(',')) {
    const [name, parameter] = member.split(';').map((part) => part.trim());
    const weight = parameter === undefined ? '1' : WEIGHT.exec(parameter)?.[1];
    if (name === '' || weight === undefined) continue;
    weights.set(name.toLowerCase().replace(/^x-gzip$/, 'gzip'), Number(weight));
  }
  return weights;
}
