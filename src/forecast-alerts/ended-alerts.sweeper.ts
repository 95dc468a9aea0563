import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { RepeatedWork } from '../common/time/repeated-work.js';
import { ForecastAlert } from './forecast-alert.entity.js';

/** Deletes the alerts of deleted clients, which nobody sees any more. */
@Injectable()
export class EndedAlertsSweeper extends RepeatedWork {
  protected readonly intervalMs = 600_000;

  constructor(private readonly entityManager: EntityManager) {
    super();
  }

  work(): Promise<number> {
    return this.entityManager.nativeDelete(ForecastAlert, { client: { deletedAt: { $ne: null } } });
  }
}
