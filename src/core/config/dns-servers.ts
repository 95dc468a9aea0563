import { Resolver } from 'node:dns';
import type { EnvironmentReader } from './environment-reader.js';

/** As many as can be tried within the time limit of a request. */
const MOST_SERVERS = 3;

/** Reads addresses with optional ports: `192.0.2.53, [2001:db8::53]:5353`. */
export function dnsServers(reader: EnvironmentReader): string[] {
  const servers = reader.list('DNS_SERVERS');
  for (const server of servers)
    if (!isDnsServer(server))
      reader.fault(
        'DNS_SERVERS',
        `has "${server}"; expected addresses, such as 192.0.2.53 or 192.0.2.53:5353`,
        undefined,
      );
  if (servers.length > MOST_SERVERS)
    reader.fault('DNS_SERVERS', `has more than ${MOST_SERVERS} servers`, undefined);
  return servers;
}

function isDnsServer(text: string): boolean {
  try {
    new Resolver().setServers([text]);
    return true;
  } catch {
    return false;
  }
}
