import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';

/** When a key was used, as an ISO time. */
export interface KeyUse {
  id: string;
  at: string;
}

/** Records when keys were last used, many at a time. */
@Injectable()
export class LastUsesService {
  /** Runs in the transaction that counts the uses. Never moves a time back. */
  async record(em: SqlEntityManager, uses: readonly KeyUse[]): Promise<void> {
    await em.execute(LAST_USE, [JSON.stringify(uses)]);
  }
}

const LAST_USE = `update api_keys k set last_used_at = u.at
  from jsonb_to_recordset(?::jsonb) as u(id text, at timestamptz)
  where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`;
