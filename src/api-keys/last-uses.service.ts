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

/** Locks in a fixed order, to avoid deadlocks. */
const LAST_USE = `update api_keys set last_used_at = used.at
  from (
    select key.id, u.at from jsonb_to_recordset(?::jsonb) as u(id text, at timestamptz) join api_keys as key using (id)
    where key.last_used_at is null or key.last_used_at < u.at
    order by key.id for no key update of key
  ) as used
  where api_keys.id = used.id`;
