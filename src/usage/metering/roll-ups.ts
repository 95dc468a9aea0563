import { MINUTE_MS } from '../../core/time/index.js';
import { latencyBucket } from './latency-buckets.js';
import { EVERY_ACCOUNT, type RollUpTable } from './roll-up-tables.js';
import { type MeteredOwner, type MeteredUnits, type UsageEvent } from './journal/usage-event.types.js';

/** Values by column; an omitted column is null. */
export type RollUpRow = Record<string, string | number>;

interface Cell {
  minute: number;
  owner: MeteredOwner;
  route: string;
  status: number;
  requests: number;
  units: number;
  bytes: number;
  /** Sparse: by bucket. */
  latencies: number[];
}

/** Sums up events by minute, key, route and status, and then these sums for each table. */
export class RollUps {
  /** By key, then by a number that encodes minute, route and status, so that no string is built for each event. */
  private readonly cells = new Map<string, Map<number, Cell>>();
  private readonly routes = new Map<string, number>();

  add(event: UsageEvent): void {
    const cell = this.cellOf(event);
    cell.bytes += event.bytes;
    if (event.isRest) return;
    cell.requests += 1;
    cell.units += event.units;
    const bucket = latencyBucket(event.durationUs);
    cell.latencies[bucket] = (cell.latencies[bucket] ?? 0) + 1;
  }

  /** Adds units of a request that was counted before. */
  addUnits(charge: MeteredUnits): void {
    this.cellOf(charge).units += charge.units;
  }

  /** Returns the rows sorted by key, so that processes that write at the same time don't deadlock. */
  rowsFor(table: RollUpTable): RollUpRow[] {
    const rows = new Map<string, RollUpRow>();
    for (const cells of this.cells.values())
      for (const cell of cells.values()) for (const row of rowsOf(cell, table)) addRow(rows, row, table);
    return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  }

  private cellOf({ owner, timeMs, route, status }: MeteredUnits): Cell {
    let cells = this.cells.get(owner.keyId);
    if (!cells) this.cells.set(owner.keyId, (cells = new Map<number, Cell>()));
    const minute = Math.floor(timeMs / MINUTE_MS);
    const number = (minute * 1024 + status) * 65_536 + this.routeNumber(route);
    let cell = cells.get(number);
    if (!cell) {
      cell = { minute, owner, route, status, requests: 0, units: 0, bytes: 0, latencies: [] };
      cells.set(number, cell);
    }
    return cell;
  }

  private routeNumber(route: string): number {
    const known = this.routes.get(route);
    if (known !== undefined) return known;
    this.routes.set(route, this.routes.size);
    return this.routes.size - 1;
  }
}

/** Returns what a cell adds to a table: in the tables by account, a row for its account and one for all accounts. */
function rowsOf(cell: Cell, table: RollUpTable): RollUpRow[] {
  const { owner, route, status, requests, units, bytes } = cell;
  const start = new Date(Math.floor((cell.minute * MINUTE_MS) / table.spanMs) * table.spanMs).toISOString();
  const row: RollUpRow = { start, route, status, requests, units, bytes };
  cell.latencies.forEach((count, bucket) => (row[`l${bucket}`] = count));
  if (table.keys.includes('key_id')) {
    return [{ ...row, client_id: owner.clientId, key_id: owner.keyId, account_id: owner.accountId }];
  }
  return [owner.accountId, EVERY_ACCOUNT].map((account_id) => ({ ...row, account_id }));
}

function addRow(rows: Map<string, RollUpRow>, row: RollUpRow, { keys }: RollUpTable): void {
  const id = keys.map((key) => row[key]).join(' ');
  const sum = rows.get(id);
  if (!sum) {
    rows.set(id, row);
    return;
  }
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'number' && !keys.includes(column)) {
      sum[column] = ((sum[column] as number | undefined) ?? 0) + value;
    }
  }
}
