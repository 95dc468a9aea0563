import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { AUTHORITATIVE_ANSWER, decode, encode, type Packet } from 'dns-packet';

/** Record types by address family. */
const TYPES: Record<number, string> = { 4: 'A', 6: 'AAAA' };
const NXDOMAIN = 3;
const SERVFAIL = 2;

/** A DNS server over UDP on this machine. */
export interface DnsServer {
  /** Value for the setting DNS_SERVERS. */
  address: string;
  /** Values of TXT records by name; a name without an entry doesn't exist. */
  records: Map<string, string[]>;
  /** Addresses by name. */
  addresses: Map<string, string[]>;
  /** Whether it responds with SERVFAIL. */
  fails: boolean;
  stop(): void;
}

export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const records = new Map<string, string[]>();
  const addresses = new Map<string, string[]>();
  const server: DnsServer = { address: '', records, addresses, fails: false, stop: () => socket.close() };
  socket.on('message', (message, { address, port }) => {
    const { id, questions = [] } = decode(message);
    const [{ name, type }] = questions;
    // A resolver may randomize the case of the name.
    const known = name.toLowerCase();
    const values = (type === 'TXT' ? records : addresses).get(known);
    const rcode = server.fails ? SERVFAIL : values ? 0 : NXDOMAIN;
    const answers = (values ?? [])
      .filter((data) => type === 'TXT' || type === TYPES[isIP(data)])
      .map((data) => ({ type, name, ttl: 0, data }));
    const response = { id, type: 'response', flags: AUTHORITATIVE_ANSWER | rcode, questions, answers };
    socket.send(encode(response as Packet), port, address);
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}
