import { RepeatedWork } from '../../core/background/index.js';
import { DatabaseClockService, deleteUnlocked } from '../../core/database/index.js';
import { EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { HOUR_MS, toInstant } from '../../core/time/index.js';
import { EventsService } from '../../core/events/index.js';
import { clearedAnnouncement } from './evaluation/alert-announcement.js';
import { ForecastAlert } from './forecast-alert.entity.js';

const AT_ONCE = 500;
/** A raised alert whose hours have passed is cleared after this time without an evaluation. */
const UNEVALUATED_MS = 24 * HOUR_MS;

/**
 * Deletes alerts of deleted clients, which are no longer visible, and clears raised alerts that no run covers any more.
 */
@Injectable()
export class EndedAlertsSweeper extends RepeatedWork {
  protected readonly intervalMs = 600_000;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly events: EventsService,
    private readonly clock: DatabaseClockService,
  ) {
    super();
  }

  protected override async turn(): Promise<void> {
    // A wrong clock would clear alerts whose hours are still to come.
    if (this.clock.aheadSeconds !== undefined) await this.work(new Date(this.clock.nowMs()));
  }

  async work(now: Date): Promise<void> {
    const ofDeleted = { client: { deletedAt: { $ne: null } } };
    await this.clear(ofDeleted, 'deleted');
    await deleteUnlocked(this.entityManager, ForecastAlert, { ...ofDeleted, state: { $ne: 'raised' } });
    const at = { $lt: toInstant(new Date(now.getTime() - UNEVALUATED_MS)) };
    await this.clear({ evaluation: { at, lastTime: { $lt: toInstant(now) } } }, 'outdated');
  }

  private async clear(where: FilterQuery<ForecastAlert>, reason: 'deleted' | 'outdated'): Promise<void> {
    let cleared: number;
    do
      cleared = await this.entityManager.transactional(async (em) => {
        const raised = await em.find(
          ForecastAlert,
          { $and: [{ state: 'raised' }, where] },
          { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, lockTableAliases: ['f0'], limit: AT_ONCE },
        );
        await em.populate(raised, ['client']);
        await this.events.announce(em, ...raised.map((alert) => clearedAnnouncement(alert, reason)));
        for (const alert of raised) em.assign(alert, { state: 'pending', evaluation: null });
        return raised.length;
      });
    while (cleared === AT_ONCE);
  }
}
