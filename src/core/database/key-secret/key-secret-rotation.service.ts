import { EntityManager, RequestContext } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { RepeatedWork } from '../../background/repeated-work.js';
import { KeySecretRecord } from '../../secrets/key-secret-record.entity.js';
import { SecretHasherService } from '../../secrets/secret-hasher.service.js';
import { SecretSealerService } from '../../secrets/secret-sealer.service.js';
import { MetricsService } from '../../telemetry/index.js';
import { type OutdatedHashes, countOutdated, sealAnew } from './outdated-secrets.js';

/**
 * While there is a previous key secret, seals anew what replicas that don't have the new one first still seal, and
 * counts the hashes that need the previous one.
 */
@Injectable()
export class KeySecretRotationService extends RepeatedWork {
  protected readonly intervalMs = 60_000;
  private outdated: OutdatedHashes = {};

  constructor(
    private readonly entityManager: EntityManager,
    private readonly hasher: SecretHasherService,
    private readonly sealer: SecretSealerService,
    metrics: MetricsService,
  ) {
    super();
    metrics.gauge(
      'weather_key_secret_outdated_hashes',
      'API keys, client secrets and personal access tokens that work only with KEY_SECRET_PREVIOUS, at most a minute ago.',
      () => Object.entries(this.outdated).map(([table, value]) => ({ labels: { table }, value })),
    );
  }

  override onApplicationBootstrap(): void {
    if (this.hasher.previousVersion === undefined) return;
    super.onApplicationBootstrap();
    this.hurry();
  }

  async work(): Promise<void> {
    await RequestContext.create(this.entityManager, async () => {
      // The process that started last decides which of two secrets is the new one.
      const [record] = await this.entityManager.findAll(KeySecretRecord, { refresh: true });
      if (record?.version === this.hasher.version) await sealAnew(this.entityManager, this.sealer);
      this.outdated = await countOutdated(this.entityManager, this.hasher);
    });
  }
}
