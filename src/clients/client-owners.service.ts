import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Client } from './client.entity.js';

/** Loads who clients belong to, for features that have loaded the clients. */
@Injectable()
export class ClientOwnersService {
  async load(em: EntityManager, clients: Client[], owner: 'account' | 'organization'): Promise<void> {
    await em.populate(clients, [owner]);
  }
}
