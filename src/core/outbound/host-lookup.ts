import type { LookupAddress } from 'node:dns';
import { CANCELLED, Resolver, TIMEOUT } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { within } from '../time/within.js';
import type { LookupAll } from './guarded-fetch.js';

/** Of the first try with each name server; the second try waits twice as long. */
const TIMEOUT_MS = 1_000;
const TRIES = 2;
const DEADLINE_MS = 5_000;
/** How long addresses of one family wait for those of the other. */
const OTHER_FAMILY_MS = 300;

/** The system's files, whose format is that of hosts(5) and resolv.conf(5). */
export interface ResolverFiles {
  hosts: string;
  resolvConf: string;
}

const SYSTEM_FILES: ResolverFiles = { hosts: '/etc/hosts', resolvConf: '/etc/resolv.conf' };

/**
 * Looks names up in the hosts file and then in DNS, within 5 s. The system's resolver would occupy one of the few libuv
 * threads, which also read files and look up everybody's names, for as long as a tenant's name server takes to respond.
 * @param servers the system's servers if empty
 */
export function hostLookup(servers: readonly string[], files = SYSTEM_FILES): LookupAll {
  return (hostname, _options, callback) => {
    lookUp(hostname, servers, files).then(
      (addresses) => callback(null, addresses),
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

async function lookUp(
  hostname: string,
  servers: readonly string[],
  files: ResolverFiles,
): Promise<LookupAddress[]> {
  const listed = addressesIn(await read(files.hosts), hostname);
  if (listed.length > 0) return listed;
  const names = namesToTry(hostname, await read(files.resolvConf));
  // A resolver of its own can be cancelled, and knows the system's current servers.
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const late = setTimeout(() => resolver.cancel(), DEADLINE_MS);
  let failure: NodeJS.ErrnoException | undefined;
  try {
    for (const name of names) {
      try {
        return await query(resolver, name);
      } catch (error) {
        const [{ code, message }] = (error as AggregateError).errors as [NodeJS.ErrnoException];
        if (name === hostname) failure = Object.assign(new Error(message), { code });
        if (code === CANCELLED) break;
      }
    }
    throw failure?.code === CANCELLED || !failure ? tooLate(hostname) : failure;
  } finally {
    clearTimeout(late);
    resolver.cancel();
  }
}

/** @throws AggregateError with the failure of each family */
async function query(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  const found: LookupAddress[] = [];
  const families = [
    resolver.resolve4(name).then((all) => all.map((address) => ({ address, family: 4 }))),
    resolver.resolve6(name).then((all) => all.map((address) => ({ address, family: 6 }))),
  ].map((family) => family.then((addresses) => found.push(...addresses)));
  await Promise.any(families);
  await within(OTHER_FAMILY_MS, Promise.allSettled(families), { otherwise: () => undefined });
  return found.toSorted((a, b) => a.family - b.family);
}

function addressesIn(hosts: string, hostname: string): LookupAddress[] {
  const wanted = hostname.toLowerCase().replace(/\.$/, '');
  return linesOf(hosts)
    .filter(
      ([address, ...names]) => isIP(address) !== 0 && names.some((name) => name.toLowerCase() === wanted),
    )
    .map(([address]) => ({ address, family: isIP(address) }));
}

/** Returns the name and, unless it ends with a dot, the name in each search domain, in the system's order. */
function namesToTry(hostname: string, resolvConf: string): string[] {
  if (hostname.endsWith('.')) return [hostname];
  const lines = linesOf(resolvConf);
  const domains = lines.findLast(([key]) => key === 'search' || key === 'domain')?.slice(1) ?? [];
  const options = lines.flatMap(([key, ...values]) => (key === 'options' ? values : []));
  const ndots = Number(options.findLast((option) => option.startsWith('ndots:'))?.slice(6) ?? 1);
  const searched = domains.filter((domain) => domain !== '.').map((domain) => `${hostname}.${domain}`);
  return hostname.split('.').length > ndots ? [hostname, ...searched] : [...searched, hostname];
}

/** Returns the words of each line, without comments. */
function linesOf(text: string): string[][] {
  return text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/),
  );
}

/** A file that is missing has no lines. */
function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

function tooLate(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`There was no address of ${hostname} within ${DEADLINE_MS / 1_000} s.`), {
    code: TIMEOUT,
  });
}
