import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { EntityManager, RequestContext } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { LastUsesService } from '../../api-keys/index.js';
import { Configuration } from '../../core/config/index.js';
import { DAY_MS } from '../../core/time/index.js';
import { keepAside } from './journal/damaged-segments.js';
import { type Segment } from './journal/journal.js';
import { logPartition, type RequestLogRow } from './request-log.js';
import { COUNT_COLUMNS, ROLL_UP_TABLES, type RollUpTable } from './roll-up-tables.js';
import { RollUps } from './roll-ups.js';
import { SegmentReader } from './journal/segment-reader.js';
import { type MeteredUnits } from './journal/usage-event.types.js';
import { UsageBatch } from './usage-batch.js';
import { lockLog, writeLog } from './write-log.js';

/** How long reading a batch may block requests. */
const TURN_MS = 5;

/** Writes journal segments to the database, each of them once, however often it is applied. */
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

  /** Journal frames that could not be read, since the process started. */
  get lostFrames(): number {
    return this.unreadFrames;
  }

  /** Applies segments of one journal, oldest first, in one transaction. Skips those that the database already has. */
  async apply(segments: readonly Segment[]): Promise<void> {
    // Not in the context of a waiting request, since several may wait for it.
    await RequestContext.create(this.entityManager, async () => {
      // False if another process has applied some of them meanwhile.
      while (!(await this.tryApply(segments)));
    });
  }

  /**
   * Adds units that a request consumes after its response, in the transaction of the work that they pay for: they count
   * if and only if it commits.
   */
  async addUnits(em: EntityManager, charge: MeteredUnits): Promise<void> {
    const rollUps = new RollUps();
    rollUps.addUnits(charge);
    await writeRollUps(em, rollUps);
  }

  /** Takes such units back, in the transaction that fails the work, from those roll-up rows that still exist. */
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
    if (rows.length === 0) return;
    await lockLog(em);
    for (const day of new Set(rows.map(({ time }) => time.slice(0, 10)))) {
      await this.ensurePartition(em, Date.parse(day));
    }
    await writeLog(em, rows);
  }

  /** Creates the partition only if it is missing, since creating one locks the log. */
  async ensurePartition(em: EntityManager, timeMs: number): Promise<void> {
    const { name, from, to } = logPartition(timeMs);
    if (this.knownPartitions.has(name)) return;
    const [{ exists }] = await em.execute<{ exists: boolean }[]>(
      'select to_regclass(?) is not null as exists',
      [`usage.${name}`],
    );
    if (exists) this.knownPartitions.add(name);
    else {
      // `if not exists` alone fails if two processes create it at the same time.
      await lockLog(em);
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

/** Adds the events frame by frame, so that requests can run in between. */
async function addInTurns(batch: UsageBatch, reader: SegmentReader): Promise<void> {
  let turnMs = performance.now();
  for (const events of reader.frames()) {
    for (const event of events) batch.add(event);
    if (performance.now() - turnMs < TURN_MS) continue;
    await setImmediate();
    turnMs = performance.now();
  }
}

/** Returns the last applied segment's number. Segments are applied in order, so the database has all before it, too. */
async function readAppliedSequence(em: EntityManager, journalId: string): Promise<number> {
  const [row] = await em.execute<({ sequence: number } | undefined)[]>(
    'select applied_sequence::float8 as sequence from usage.journals where id = ?',
    [journalId],
  );
  return row?.sequence ?? 0;
}

/** @returns false if another process has advanced the journal since `from` was read */
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

/** @param condition which rows `r` are written; all by default */
async function writeRollUps(
  em: EntityManager,
  rollUps: RollUps,
  condition: (table: RollUpTable) => string = () => '',
): Promise<void> {
  for (const table of ROLL_UP_TABLES)
    await em.execute(upsertStatement(table, condition(table)), [JSON.stringify(rollUps.rowsFor(table))]);
}

/** Takes the rows as JSON, where an omitted column is null: most buckets of most rows are empty. */
function upsertStatement({ name, keys }: RollUpTable, condition: string): string {
  const sums = COUNT_COLUMNS.map(
    (column) => `${column} = coalesce(t.${column} + excluded.${column}, t.${column}, excluded.${column})`,
  );
  return `insert into usage.${name} as t
    select r.* from jsonb_populate_recordset(null::usage.${name}, ?::jsonb) r ${condition}
    on conflict (${keys.join(', ')}) do update set ${sums.join(', ')}`;
}
