import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { EventsService } from '../core/events/index.js';
import type { Client } from './client.entity.js';
import type { ClientChange } from './client-events.types.js';

/** Announces that a client or one of its keys has changed. */
@Injectable()
export class ClientEventsService {
  constructor(private readonly events: EventsService) {}

  async announce(em: EntityManager, client: Client, change: ClientChange, apiKeyId?: string): Promise<void> {
    const { id, organization } = client;
    await this.events.announce(em, {
      type: 'client.changed',
      organization,
      client,
      data: {
        client_id: id,
        organization_id: organization.id,
        change,
        ...(apiKeyId !== undefined && { api_key_id: apiKeyId }),
      },
    });
  }
}
