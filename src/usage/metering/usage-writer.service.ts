import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { EntityManager, RequestContext } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { LastUsesService } from '../../api-keys/last-uses.service.js';
import { Configuration } from '../../config/configuration.js';
import { keepAside } from './journal/damaged-segments.js';
import { type Segment } from './journal/journal.js';
import { logPartition, type RequestLogRow } from './request-log.js';
import { COUNT_COLUMNS, DAY_MS, ROLL_UP_TABLES, type RollUpTable } from './roll-up-tables.js';
import { RollUps } from './roll-ups.js';
import { SegmentReader } from './journal/segment-reader.js';
import { type MeteredUnits } from './journal/usage-event.types.js';
import { UsageBatch } from './usage-batch.js';

/** What requests may have to wait for while a long batch is read. */
const TURN_MS = 5;
/** So that no statement of a flood of refusals is too long. */
const LOG_ROWS = 5_000;

/** Brings segments of the journal into the database, each of them once, however often it is applied. */
@Injectable()
export class UsageWriterService {
  private readonly logger = new Logger(UsageWriterService.name);
  private readonly knownPartitions = new Set<string>();
  private unreadFrames = 0;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly configuration: Configuration,
    private readonly lastUses: LastUsesService,
  ) {}

  /** Since the process started: frames of the journal that nobody can read any more. */
  get lostFrames(): number {
    return this.unreadFrames;
  }

  /** Applies segments of one journal, oldest first, in one transaction; those that the database has are passed over. */
  async apply(segments: readonly Segment[]): Promise<void> {
    // A request that waits for it shares nothing with it: others may wait, too.
    await RequestContext.create(this.entityManager, async () => {
      // Not true where another process applied some of them meanwhile.
      while (!(await this.tryApply(segments)));
    });
  }

  /**
   * Adds units that a request consumes after its answer, in the transaction of the work that they are for: they count
   * exactly if that is committed.
   */
  async addUnits(em: EntityManager, charge: MeteredUnits): Promise<void> {
    const rollUps = new RollUps();
    rollUps.addUnits(charge);
    await writeRollUps(em, rollUps);
  }

  /** Takes such units back, in the transaction of the work's failure, where what they were counted in is still kept. */
  async takeBackUnits(em: EntityManager, charges: readonly MeteredUnits[]): Promise<void> {
    const rollUps = new RollUps();
    for (const charge of charges) rollUps.addUnits({ ...charge, units: -charge.units });
    await writeRollUps(em, rollUps, ONLY_KNOWN_ROWS);
  }

  private async tryApply(segments: readonly Segment[]): Promise<boolean> {
    const appliedSequence = await readAppliedSequence(this.entityManager, segments[0].journalId);
    const missing = segments.filter(({ sequence }) => sequence > appliedSequence);
    if (missing.length === 0) return true;
    const batch = new UsageBatch();
    const damaged: DamagedSegment[] = [];
    for (const segment of missing) {
      const reader = new SegmentReader(await readFile(segment.path));
      await addInTurns(batch, reader);
      if (reader.lostBytes > 0) damaged.push({ segment, reader });
    }
    const isWritten = await this.entityManager.transactional((transaction) =>
      this.write(transaction, { batch, appliedSequence, last: missing[missing.length - 1] }),
    );
    if (isWritten) for (const each of damaged) await this.tellDamage(each);
    return isWritten;
  }

  private async tellDamage({ segment, reader: { lostFrames, lostBytes } }: DamagedSegment): Promise<void> {
    this.unreadFrames += lostFrames;
    const path = await keepAside(segment);
    const lost = `${lostFrames} ${lostFrames === 1 ? 'frame' : 'frames'} (${lostBytes} bytes)`;
    this.logger.error(
      `A segment of the usage journal is damaged: ${lost} could not be read and were not counted. Everything else was. The file is kept as ${path}`,
    );
  }

  private async write(
    em: EntityManager,
    { batch, appliedSequence, last }: { batch: UsageBatch; appliedSequence: number; last: Segment },
  ): Promise<boolean> {
    if (!(await advance(em, appliedSequence, last))) return false;
    await writeRollUps(em, batch.rollUps);
    await this.writeLog(em, batch.logged);
    await this.lastUses.record(em, batch.lastUses());
    return true;
  }

  private async writeLog(em: EntityManager, logged: readonly RequestLogRow[]): Promise<void> {
    const oldest = new Date(Date.now() - this.configuration.requestLogRetentionDays * DAY_MS).toISOString();
    const rows = logged.filter(({ time }) => time >= oldest);
    for (const day of new Set(rows.map(({ time }) => time.slice(0, 10)))) {
      await this.ensurePartition(em, Date.parse(day));
    }
    for (let first = 0; first < rows.length; first += LOG_ROWS) {
      await em.execute(
        'insert into usage.requests select * from jsonb_populate_recordset(null::usage.requests, ?::jsonb)',
        [JSON.stringify(rows.slice(first, first + LOG_ROWS))],
      );
    }
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

interface DamagedSegment {
  segment: Segment;
  reader: SegmentReader;
}

/** Lets requests in between. */
async function addInTurns(batch: UsageBatch, reader: SegmentReader): Promise<void> {
  let turnMs = performance.now();
  for (const events of reader.frames()) {
    for (const event of events) batch.add(event);
    if (performance.now() - turnMs < TURN_MS) continue;
    await setImmediate();
    turnMs = performance.now();
  }
}

/** A journal's segments come in order, so that one number says which of them the database has. */
async function readAppliedSequence(em: EntityManager, journalId: string): Promise<number> {
  const [row] = await em.execute<({ sequence: number } | undefined)[]>(
    'select applied_sequence::float8 as sequence from usage.journals where id = ?',
    [journalId],
  );
  return row?.sequence ?? 0;
}

/** @returns false where the database has more than it had when it was asked */
async function advance(em: EntityManager, from: number, { journalId, sequence }: Segment): Promise<boolean> {
  const advanced = await em.execute<unknown[]>(
    `insert into usage.journals as j (id, applied_sequence, applied_at) values (?, ?, now())
     on conflict (id) do update set applied_sequence = excluded.applied_sequence, applied_at = now()
     where j.applied_sequence = ?
     returning j.id`,
    [journalId, sequence, from],
  );
  return advanced.length > 0;
}

const ONLY_KNOWN_ROWS = ({ name, keys }: RollUpTable) =>
  `where exists (select from usage.${name} k where (${columnsIn('k', keys)}) = (${columnsIn('r', keys)}))`;

const columnsIn = (alias: string, names: readonly string[]) =>
  names.map((name) => `${alias}.${name}`).join(', ');

/** @param condition which rows `r` are written; all where there is none */
async function writeRollUps(
  em: EntityManager,
  rollUps: RollUps,
  condition: (table: RollUpTable) => string = () => '',
): Promise<void> {
  for (const table of ROLL_UP_TABLES)
    await em.execute(upsertStatement(table, condition(table)), [JSON.stringify(rollUps.rowsFor(table))]);
}

/** Rows of JSON, of which a column that is left out is null: most buckets of most rows are empty. */
function upsertStatement({ name, keys }: RollUpTable, condition: string): string {
  const sums = COUNT_COLUMNS.map(
    (column) => `${column} = coalesce(t.${column} + excluded.${column}, t.${column}, excluded.${column})`,
  );
  return `insert into usage.${name} as t
    select r.* from jsonb_populate_recordset(null::usage.${name}, ?::jsonb) r ${condition}
    on conflict (${keys.join(', ')}) do update set ${sums.join(', ')}`;
}
