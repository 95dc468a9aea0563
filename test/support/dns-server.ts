import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, isIP } from 'node:net';
import {
  AUTHORITATIVE_ANSWER,
  decode,
  encode,
  type Packet,
  streamDecode,
  streamEncode,
  TRUNCATED_RESPONSE,
} from 'dns-packet';

/** Record types by address family. */
const TYPES: Record<number, string> = { 4: 'A', 6: 'AAAA' };
const NXDOMAIN = 3;
const SERVFAIL = 2;

/** A DNS server over UDP and TCP on this machine. */
export interface DnsServer {
  /** Value for the setting DNS_SERVERS. */
  address: string;
  /** Values of TXT records by name; a name without an entry doesn't exist. */
  records: Map<string, string[]>;
  /** Addresses by name. */
  addresses: Map<string, string[]>;
  /** Whether it responds with SERVFAIL. */
  fails: boolean;
  /** Whether its responses over UDP are truncated, and complete only over TCP. */
  truncates: boolean;
  /** The questions that it leaves without a response, of those that it was asked. */
  ignores?: (name: string, type: string) => boolean;
  /** The names and types that it was asked for. */
  asked: string[];
  stop(): void;
}

export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const records = new Map<string, string[]>();
  const addresses = new Map<string, string[]>();
  const overTcp = createServer();
  const server: DnsServer = {
    address: '',
    records,
    addresses,
    fails: false,
    truncates: false,
    asked: [],
    stop() {
      socket.close();
      overTcp.close();
    },
  };
  function respond({ id, questions = [] }: Packet): Packet | undefined {
    const [{ name, type }] = questions;
    // A resolver may randomize the case of the name.
    const known = name.toLowerCase();
    server.asked.push(`${known} ${type}`);
    if (server.ignores?.(known, type)) return undefined;
    const values = (type === 'TXT' ? records : addresses).get(known);
    const rcode = server.fails ? SERVFAIL : values ? 0 : NXDOMAIN;
    const answers = (values ?? [])
      .filter((data) => type === 'TXT' || type === TYPES[isIP(data)])
      .map((data) => ({ type, name, ttl: 0, data }));
    const flags = AUTHORITATIVE_ANSWER | rcode;
    return { id, type: 'response', flags, questions, answers } as Packet;
  }
  socket.on('message', (message, { address, port }) => {
    const response = respond(decode(message));
    if (!response) return;
    const cut = { ...response, flags: response.flags! | TRUNCATED_RESPONSE, answers: [] };
    socket.send(encode(server.truncates ? cut : response), port, address);
  });
  overTcp.on('connection', (connection) => {
    connection.on('error', () => undefined);
    connection.on('data', (message) => {
      const response = respond(streamDecode(message));
      if (response) connection.write(streamEncode(response));
    });
  });
  await once(overTcp.listen(0, '127.0.0.1'), 'listening');
  const { port } = overTcp.address() as AddressInfo;
  await once(socket.bind(port, '127.0.0.1'), 'listening');
  server.address = `127.0.0.1:${port}`;
  return server;
}
