import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { BasicCredentials } from '../core/http/index.js';
import { SecretHasherService } from '../core/secrets/index.js';
import { Client } from './client.entity.js';

const CLIENT_ID = /^cli_[0-9A-Z]{26}$/;

/** Verifies the ids and secrets of clients. */
@Injectable()
export class ClientCredentialsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly secretHasher: SecretHasherService,
  ) {}

  /** Returns the client with its account and organization loaded, if the secret is one of its own. */
  async verify({ user, password }: BasicCredentials): Promise<Client | undefined> {
    if (!CLIENT_ID.test(user)) return undefined;
    const client = await this.entityManager.findOne(
      Client,
      { id: user, deletedAt: null },
      { populate: ['account', 'organization'] },
    );
    if (!client || !this.fits(password, client)) return undefined;
    await this.hashAnew(password, client);
    return client;
  }

  private fits(secret: string, { secretHash, previousSecretHash, previousSecretEndsAt }: Client): boolean {
    if (this.secretHasher.matches(secret, secretHash)) return true;
    const isAlive = previousSecretEndsAt && previousSecretEndsAt.getTime() > Date.now();
    return Boolean(isAlive && previousSecretHash && this.secretHasher.matches(secret, previousSecretHash));
  }

  /** Does nothing if the secret was replaced in the meantime. */
  private async hashAnew(secret: string, { id, secretHash }: Client): Promise<void> {
    const isPresent = this.secretHasher.matches(secret, secretHash);
    if (!isPresent || !this.secretHasher.isOutdated(secretHash)) return;
    await this.entityManager.nativeUpdate(
      Client,
      { id, secretHash },
      { secretHash: this.secretHasher.hash(secret) },
    );
  }
}
