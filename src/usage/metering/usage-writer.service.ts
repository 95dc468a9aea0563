import { readFile } from 'node:fs/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { type Segment } from './journal.js';
import { readSegment } from './read-segment.js';
import { logPartition, requestLogRow, type RequestLogRow } from './request-log.js';
import { COUNT_COLUMNS, DAY_MS, ROLL_UP_TABLES, type RollUpTable } from './roll-up-tables.js';
import { RollUps } from './roll-ups.js';
import { type UsageEvent } from './usage-event.types.js';

/** Answers that say that the key works no longer, or not for that: they are no use of it. */
const NO_USE = [401, 403];

/** Brings segments of the journal into the database, each of them once, however often it is applied. */
@Injectable()
export class UsageWriter {
  private readonly logger = new Logger(UsageWriter.name);
  private readonly knownPartitions = new Set<string>();

  constructor(
    private readonly entityManager: EntityManager,
    private readonly configuration: Configuration,
  ) {}

  async apply(segment: Segment): Promise<void> {
    const batch = new Batch();
    const damagedBytes = readSegment(await readFile(segment.path), (event) => batch.add(event));
    if (damagedBytes > 0) this.logger.warn(`${damagedBytes} bytes at the end of ${segment.path} are cut off`);
    await this.entityManager.fork().transactional((em) => this.write(em, segment, batch));
  }

  private async write(em: EntityManager, segment: Segment, batch: Batch): Promise<void> {
    if (!(await isNew(em, segment))) return;
    for (const table of ROLL_UP_TABLES)
      await em.execute(upsertStatement(table), [JSON.stringify(batch.rollUps.rowsFor(table))]);
    await this.writeLog(em, batch.logged);
    await em.execute(LAST_USE, [JSON.stringify(batch.lastUses())]);
  }

  private async writeLog(em: EntityManager, logged: readonly RequestLogRow[]): Promise<void> {
    const oldest = new Date(Date.now() - this.configuration.requestLogRetentionDays * DAY_MS).toISOString();
    const rows = logged.filter(({ time }) => time >= oldest);
    for (const day of new Set(rows.map(({ time }) => time.slice(0, 10)))) {
      await this.ensurePartition(em, Date.parse(day));
    }
    if (rows.length === 0) return;
    await em.execute(
      'insert into usage.requests select * from jsonb_populate_recordset(null::usage.requests, ?::jsonb)',
      [JSON.stringify(rows)],
    );
  }

  /** Creating one locks the log, so it is only done where it is missing. */
  async ensurePartition(em: EntityManager, timeMs: number): Promise<void> {
    const { name, from, to } = logPartition(timeMs);
    if (this.knownPartitions.has(name)) return;
    const [{ exists }] = await em.execute<{ exists: boolean }[]>(
      'select to_regclass(?) is not null as exists',
      [`usage.${name}`],
    );
    if (exists) this.knownPartitions.add(name);
    else {
      // "If not exists" alone fails where two create it at the same time.
      await em.execute(`select pg_advisory_xact_lock(hashtextextended('usage.requests', 0))`);
      await em.execute(
        `create table if not exists usage.${name} partition of usage.requests for values from ('${from}') to ('${to}')`,
      );
    }
  }
}

/** What one segment adds. */
class Batch {
  readonly rollUps = new RollUps();
  readonly logged: RequestLogRow[] = [];
  private readonly usedMs = new Map<string, number>();

  add(event: UsageEvent): void {
    this.rollUps.add(event);
    const row = requestLogRow(event);
    if (row) this.logged.push(row);
    if (!NO_USE.includes(event.status)) this.usedMs.set(event.owner.keyId, event.timeMs);
  }

  lastUses(): { id: string; at: string }[] {
    const uses = [...this.usedMs].sort(([a], [b]) => (a < b ? -1 : 1));
    return uses.map(([id, timeMs]) => ({ id, at: new Date(timeMs).toISOString() }));
  }
}

/** A journal's segments come in order, so that one number says which of them the database has. */
async function isNew(em: EntityManager, { journalId, sequence }: Segment): Promise<boolean> {
  const applied = await em.execute<unknown[]>(
    `insert into usage.journals as j (id, applied_sequence, applied_at) values (?, ?, now())
     on conflict (id) do update set applied_sequence = excluded.applied_sequence, applied_at = now()
     where j.applied_sequence < excluded.applied_sequence
     returning j.id`,
    [journalId, sequence],
  );
  return applied.length > 0;
}

/** Rows of JSON, of which a column that is left out is null: most buckets of most rows are empty. */
function upsertStatement({ name, keys }: RollUpTable): string {
  const sums = COUNT_COLUMNS.map(
    (column) => `${column} = coalesce(t.${column} + excluded.${column}, t.${column}, excluded.${column})`,
  );
  return `insert into usage.${name} as t
    select * from jsonb_populate_recordset(null::usage.${name}, ?::jsonb)
    on conflict (${keys.join(', ')}) do update set ${sums.join(', ')}`;
}

const LAST_USE = `update api_keys k set last_used_at = u.at
  from jsonb_to_recordset(?::jsonb) as u(id text, at timestamptz)
  where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`;
