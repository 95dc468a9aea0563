import { type ByteSource } from './byte-source.js';
import { FileSource } from './file-source.js';
import { HttpSource } from './http-source.js';
import { type NetworkPolicy } from './network-policy.js';

/** @param baseUrl `https:`, `http:` or `file:`, without a final slash */
export function openSource(baseUrl: string, policy: NetworkPolicy): ByteSource {
  return baseUrl.startsWith('file:') ? new FileSource(baseUrl) : new HttpSource(baseUrl, policy);
}
