import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { BasicCredentials } from '../common/access/basic-credentials.js';
import { SecretHasher } from '../common/secrets/secret-hasher.service.js';
import { Client } from './client.entity.js';

const CLIENT_ID = /^cli_[0-9A-Z]{26}$/;

/** Client ids and their secrets. */
@Injectable()
export class ClientCredentials {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly secretHasher: SecretHasher,
  ) {}

  /** The client with its account, where the secret is one of its own. */
  async verify({ user, password }: BasicCredentials): Promise<Client | undefined> {
    if (!CLIENT_ID.test(user)) return undefined;
    const client = await this.entityManager
      .fork()
      .findOne(Client, { id: user, deletedAt: null }, { populate: ['account'] });
    return client && this.fits(password, client) ? client : undefined;
  }

  private fits(secret: string, { secretHash, previousSecretHash, previousSecretEndsAt }: Client): boolean {
    if (this.secretHasher.matches(secret, secretHash)) return true;
    const isAlive = previousSecretEndsAt && previousSecretEndsAt.getTime() > Date.now();
    return Boolean(isAlive && previousSecretHash && this.secretHasher.matches(secret, previousSecretHash));
  }
}
