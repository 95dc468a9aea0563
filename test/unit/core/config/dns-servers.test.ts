import { expect, it } from '@jest/globals';
import { dnsServers } from '../../../../src/core/config/dns-servers.js';
import { EnvironmentReader } from '../../../../src/core/config/environment-reader.js';

function read(DNS_SERVERS?: string) {
  const reader = new EnvironmentReader({ DNS_SERVERS });
  return { servers: dnsServers(reader), faults: reader.faults };
}

it('accepts addresses with or without a port', () => {
  const servers = ['192.0.2.53', '192.0.2.53:5353', '[2001:db8::53]:5353'];
  expect(read(servers.join(', '))).toEqual({ servers, faults: [] });
  expect(read()).toEqual({ servers: [], faults: [] });
});

it.each(['localhost', '192.0.2.53:99999', '192.0.2.53:x', '192.0.2.1, 192.0.2.2, 192.0.2.3, 192.0.2.4'])(
  'rejects %s',
  (text) => {
    expect(read(text).faults).toEqual([expect.stringMatching(/^DNS_SERVERS has .+\.$/)]);
  },
);
