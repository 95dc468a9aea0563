import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupAll } from './guarded-fetch.js';

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Looks names up in DNS directly. The system's resolver would occupy one of the few libuv threads, which also read
 * files, for as long as a tenant's name server takes to respond.
 * @param servers the system's servers if empty
 */
export function dnsLookup(servers: readonly string[]): LookupAll {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return (hostname, _options, callback) => {
    void Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]).then((found) => {
      const addresses = found.flatMap((one, index): LookupAddress[] =>
        one.status === 'rejected'
          ? []
          : one.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
      );
      const [first] = found;
      if (addresses.length > 0 || first.status === 'fulfilled') callback(null, addresses);
      else callback(first.reason as NodeJS.ErrnoException, []);
    });
  };
}
