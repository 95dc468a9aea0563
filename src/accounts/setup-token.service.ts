import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretHasherService } from '../core/secrets/index.js';

/**
 * Proves that whoever registers first has seen the service's log. Derived from the key secret, so that replicas agree
 * on it and the database need not store it. Useless once there is an administrator.
 */
@Injectable()
export class SetupTokenService {
  readonly text: string;

  constructor(secretHasher: SecretHasherService) {
    const [, hash] = secretHasher.hash('setup token').split('.');
    this.text = `wxsetup_${hash}`;
  }

  fits(given: string): boolean {
    const [expected, actual] = [Buffer.from(this.text), Buffer.from(given)];
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  }
}
