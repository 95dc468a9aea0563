import { isIP } from 'node:net';
import { outboundCheck } from '../../core/outbound/index.js';
import { Problem } from '../../core/http/index.js';

/**
 * Rejects URLs that can never be called. Host names are only resolved when connecting.
 * @param allowedNetworks networks where an endpoint may be although they aren't public, and over http
 * @throws Problem invalid_parameter
 */
export function checkWebhookUrl(text: string, allowedNetworks: readonly string[]): void {
  const fault = faultOf(text, allowedNetworks);
  if (fault !== undefined)
    throw new Problem('invalid_parameter', { errors: [{ pointer: '/url', detail: `url ${fault}.` }] });
}

function faultOf(text: string, allowedNetworks: readonly string[]): string | undefined {
  // The URL parser would drop line breaks, tabs and surrounding blanks.
  if (UNWRITTEN.test(text)) return 'must have no blanks or control characters';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const mayBeHttp = allowedNetworks.length > 0;
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBeHttp)))
    return 'must be an https URL';
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    return 'must have no user name, password or fragment';
  const { protocol, hostname } = url;
  const address = hostname.replace(/^\[|\]$/g, '');
  // The name may resolve to an address in one of the allowed networks.
  if (isIP(address) === 0 && mayBeHttp) return undefined;
  const port = Number(url.port) || (protocol === 'https:' ? 443 : 80);
  const target = { protocol, port, address: isIP(address) === 0 ? ANY_PUBLIC_ADDRESS : address };
  return outboundCheck(allowedNetworks)(target)
    ? undefined
    : 'must lead to a public address, on port 443 or one from 1024';
}

const ANY_PUBLIC_ADDRESS = '1.1.1.1';
const UNWRITTEN = /[\s\p{C}]/u;
