import { randomBytes } from 'node:crypto';
import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { Problem } from '../../http/problems/problem.js';

/** For the first try; later ones wait longer. Three servers that never answer take 7.5 s together. */
const TIMEOUT_MS = 750;
const TRIES = 2;

/** Where the proof of a domain is published: below it, so that its own TXT records stay as they are. */
export function recordName(domain: string): string {
  return `_weather-forecast-service.${domain}`;
}

export function newRecordValue(): string {
  return `verification=${randomBytes(24).toString('base64url')}`;
}

/** Reads in the DNS what proves that a domain is an organization's. */
@Injectable()
export class DomainRecordsService {
  private readonly resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });

  constructor({ dnsServers }: Configuration) {
    if (dnsServers.length > 0) this.resolver.setServers(dnsServers);
  }

  /**
   * The values of the TXT records that are published for the domain.
   * @throws Problem dns_unavailable
   */
  async lookUp(domain: string): Promise<string[]> {
    try {
      const records = await this.resolver.resolveTxt(recordName(domain));
      return records.map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === NOTFOUND || code === NODATA) return [];
      throw new Problem('dns_unavailable', { headers: { 'retry-after': '60' }, cause: error });
    }
  }
}
