import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ApiKey } from './api-key.entity.js';
import { ENDED_KEYS_LISTED_MS } from './listed-keys.js';

const INTERVAL_MS = 3_600_000;
/** For so long an ephemeral key is answered as expired, not as unknown. */
const EPHEMERAL_KEPT_MS = 86_400_000;

/** Deletes the keys that ended too long ago to be listed. */
@Injectable()
export class EndedKeysSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(EndedKeysSweeper.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly entityManager: EntityManager) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweep(new Date()).catch((error: unknown) => this.logger.warn(error));
    }, INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Answers how many went. */
  sweep(now: Date): Promise<number> {
    const long = { $lte: new Date(now.getTime() - ENDED_KEYS_LISTED_MS) };
    const day = { $lte: new Date(now.getTime() - EPHEMERAL_KEPT_MS) };
    return this.entityManager.nativeDelete(ApiKey, {
      $or: [
        { revokedAt: long },
        { expiresAt: long },
        { isEphemeral: true, expiresAt: day },
        { client: { deletedAt: long } },
      ],
    });
  }
}
