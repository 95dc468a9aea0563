import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostLookup } from '../../../../src/core/outbound/host-lookup.js';
import { type DnsServer, startDnsServer } from '../../../support/dns-server.js';

let server: DnsServer;
let directory: string;
let files: { hosts: string; resolvConf: string };
beforeEach(async () => {
  server = await startDnsServer();
  directory = await mkdtemp(join(tmpdir(), 'lookup-'));
  files = { hosts: join(directory, 'hosts'), resolvConf: join(directory, 'resolv.conf') };
});
afterEach(async () => {
  server.stop();
  await rm(directory, { recursive: true });
});

/** Returns the addresses, or the code of the failure. */
function lookUp(name: string, servers = [server.address]): Promise<string[] | string | undefined> {
  return new Promise((resolve) => {
    hostLookup(servers, files)(name, { all: true }, (error, found: LookupAddress[]) =>
      resolve(error ? error.code : found.map(({ address, family }) => `${address} ${family}`)),
    );
  });
}

describe('the hosts file', () => {
  it.each([
    ['printer', ['192.0.2.7 4', '2001:db8::7 6']],
    ['printer.', ['192.0.2.7 4', '2001:db8::7 6']],
    ['printer.example.com', ['192.0.2.7 4']],
    ['comment', 'ENOTFOUND'],
    ['no-address', 'ENOTFOUND'],
  ])('is read first: %s', async (name, expected) => {
    const hosts =
      '192.0.2.7\tPrinter.example.com printer # comment\n\n2001:db8::7 printer\nnone no-address\n';
    await writeFile(files.hosts, hosts);
    expect(await lookUp(name)).toEqual(expected);
  });
});

describe('DNS', () => {
  it('gives the addresses of both families', async () => {
    server.addresses.set('both.example', ['2001:db8::1', '192.0.2.1', '192.0.2.2']);
    expect(await lookUp('both.example')).toEqual(['192.0.2.1 4', '192.0.2.2 4', '2001:db8::1 6']);
  });

  it('is asked over TCP if the response over UDP is truncated', async () => {
    server.truncates = true;
    server.addresses.set('long.example', ['192.0.2.1']);
    expect(await lookUp('long.example')).toEqual(['192.0.2.1 4']);
  });

  it.each([
    ['A', ['2001:db8::1 6']],
    ['AAAA', ['192.0.2.1 4']],
  ])('gives what it has if it never responds for type %s', async (ignored, expected) => {
    server.ignores = (_, type) => type === ignored;
    server.addresses.set('half.example', ['192.0.2.1', '2001:db8::1']);
    expect(await lookUp('half.example')).toEqual(expected);
  });

  it('is asked at the next server if one does not respond', async () => {
    const silent = await startDnsServer();
    silent.ignores = () => true;
    server.addresses.set('second.example', ['192.0.2.1']);
    expect(await lookUp('second.example', [silent.address, server.address])).toEqual(['192.0.2.1 4']);
    expect(silent.asked).toContain('second.example A');
    silent.stop();
  });

  it.each([
    ['search a.example b.example', 'host', 'host.b.example'],
    ['domain a.example', 'host', 'host.a.example'],
    ['search a.example\n#search c.example', 'host.b', 'host.b.a.example'],
    ['search a.example\noptions rotate ndots:2', 'host.b', 'host.b.a.example'],
  ])('%j is searched for %s', async (resolvConf, name, full) => {
    await writeFile(files.resolvConf, `${resolvConf}\n`);
    server.addresses.set(full, ['192.0.2.1']);
    expect(await lookUp(name)).toEqual(['192.0.2.1 4']);
  });

  it.each([
    ['ndots:1', 'host.b', 'host.b A'],
    ['ndots:2', 'host.b', 'host.b.a.example A'],
    ['ndots:5', 'host.b.', 'host.b A'],
  ])('is asked in the order of options %s for %s', async (options, name, first) => {
    await writeFile(files.resolvConf, `search a.example\noptions ${options}\n`);
    expect(await lookUp(name)).toBe('ENOTFOUND');
    expect(server.asked[0]).toBe(first);
  });

  it('is left after 5 seconds', async () => {
    server.ignores = () => true;
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const late = lookUp('silent.example');
    while (!timers.mock.calls.some(([, milliseconds]) => milliseconds === 5_000)) await nextTurn();
    const [expire] = timers.mock.calls.find(([, milliseconds]) => milliseconds === 5_000)!;
    timers.mockRestore();
    while (server.asked.length === 0) await nextTurn();
    expire();
    expect(await late).toBe('ETIMEOUT');
  });
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
