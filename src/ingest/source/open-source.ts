import { type ByteSource } from './byte-source.js';
import { FileSource } from './file-source.js';
import { HttpSource } from './http-source.js';
import { type NetworkPolicy } from './network-policy.js';

/** @param baseUrls `https:`, `http:` or `file:`, without a trailing slash */
export function openSources(baseUrls: readonly string[], policy: NetworkPolicy): ByteSource[] {
  return baseUrls.map((url) => (url.startsWith('file:') ? new FileSource(url) : new HttpSource(url, policy)));
}
