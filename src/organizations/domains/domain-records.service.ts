import { randomBytes } from 'node:crypto';
import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../core/config/index.js';
import { Problem } from '../../core/http/index.js';

/** Of the first try; later tries wait longer. Three servers that never respond take 7.5 s together. */
const TIMEOUT_MS = 750;
const TRIES = 2;

/** Returns the name of the proof of a domain. It is below the domain, whose own TXT records stay unchanged. */
export function recordName(domain: string): string {
  return `_weather-forecast-service.${domain}`;
}

export function newRecordValue(): string {
  return `verification=${randomBytes(24).toString('base64url')}`;
}

/** Looks up the DNS records that prove that a domain belongs to an organization. */
@Injectable()
export class DomainRecordsService {
  private readonly resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });

  constructor({ dnsServers }: Configuration) {
    if (dnsServers.length > 0) this.resolver.setServers(dnsServers);
  }

  /**
   * Returns the values of the TXT records published for the domain.
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
