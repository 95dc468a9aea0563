import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventsService } from '../../core/events/index.js';
import { QuotaLevelsService } from './quota-levels.service.js';

/** Announces `quota.reached` events. */
@Injectable()
export class QuotaEventsService implements OnModuleInit {
  constructor(
    private readonly levels: QuotaLevelsService,
    private readonly events: EventsService,
  ) {}

  onModuleInit(): void {
    this.levels.onReached(async (em, { clientId, organizationId, level, limit, utcDay }) => {
      await this.events.announce(em, {
        type: 'quota.reached',
        organization: organizationId,
        client: clientId ?? undefined,
        data: {
          client_id: clientId,
          organization_id: organizationId,
          percent: level,
          limit,
          utc_day: utcDay,
        },
      });
    });
  }
}
