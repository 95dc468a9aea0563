import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupAll } from './guarded-fetch.js';

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Looks names up in the DNS alone. The system's way takes one of the few threads that also read files, as long as a
 * tenant's name server takes to answer.
 * @param servers without any, the system's
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
