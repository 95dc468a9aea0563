import type { KeyUse } from '../../api-keys/index.js';
import { requestLogRow, type RequestLogRow } from './request-log.js';
import { RollUps } from './roll-ups.js';
import { type UsageEvent } from './journal/usage-event.types.js';

/** Statuses that don't count as a use of the key, since it no longer works or isn't allowed to do this. */
const NO_USE = [401, 403];

/** What one transaction adds to the database. */
export class UsageBatch {
  readonly rollUps = new RollUps();
  readonly logged: RequestLogRow[] = [];
  private readonly usedMs = new Map<string, number>();

  add(event: UsageEvent): void {
    this.rollUps.add(event);
    const row = requestLogRow(event);
    if (row) this.logged.push(row);
    if (!NO_USE.includes(event.status)) this.usedMs.set(event.owner.keyId, event.timeMs);
  }

  lastUses(): KeyUse[] {
    const uses = [...this.usedMs].sort(([a], [b]) => (a < b ? -1 : 1));
    return uses.map(([id, timeMs]) => ({ id, at: new Date(timeMs).toISOString() }));
  }
}
