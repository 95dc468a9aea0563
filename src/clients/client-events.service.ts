import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { EventsService } from '../core/events/index.js';
import type { Client } from './client.entity.js';
import type { ClientChange } from './client-events.types.js';

/** Announces that a client or one of its keys has changed. */
@Injectable()
export class ClientEventsService {
  constructor(private readonly events: EventsService) {}

  async announce(
    em: EntityManager,
    { id, organization }: Client,
    change: ClientChange,
    apiKeyId?: string,
  ): Promise<void> {
    await this.events.announce(em, {
      type: 'client.changed',
      organizationId: organization.id,
      clientId: id,
      data: {
        client_id: id,
        organization_id: organization.id,
        change,
        ...(apiKeyId !== undefined && { api_key_id: apiKeyId }),
      },
    });
  }
}
