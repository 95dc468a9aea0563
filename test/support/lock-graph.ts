import { LOCK_ORDER, LOCKED_WITHIN } from '../../src/core/database/locking/lock-order.js';
import { conflicts, type RowLock, type WatchedTransaction } from './lock-watcher.js';

/** A transaction that had locked one row locked another one, and could have to wait. */
export interface Step {
  held: RowLock;
  wanted: RowLock;
  operation: string;
}

/** Locks rows that no other transaction has locked. */
const SKIPS = /\bskip locked\b/i;
/** Locks several rows of a table in one order. Rows from JSON are given in the order of their keys. */
const ORDERED = /\border by\b.*\bfor (?:no key )?update\b|\bjsonb_(?:populate|to)_recordset/is;

/** Returns the steps in which a transaction could wait, once for each pair of tables and strengths. */
export function stepsOf(transactions: readonly WatchedTransaction[]): Step[] {
  const steps = new Map<string, Step>();
  for (const { locks, operation } of transactions)
    for (const [i, wanted] of locks.entries()) {
      const before = locks.slice(0, i);
      if (SKIPS.test(wanted.sql) || isWithin(wanted, before)) continue;
      for (const held of before) {
        const name = [held.table, held.strength, wanted.table, wanted.strength, wanted.over].join(' ');
        if (mayWait(held, wanted)) steps.set(name, { held, wanted, operation });
      }
    }
  return [...steps.values()];
}

/** Whether all that lock such a row have locked the one that it belongs to. */
function isWithin({ table }: RowLock, before: readonly RowLock[]): boolean {
  const outer = before.filter((lock) => lock.table === LOCKED_WITHIN[table]);
  return outer.some(({ strength }) => conflicts(strength, strength));
}

function mayWait(held: RowLock, wanted: RowLock): boolean {
  if (held.table !== wanted.table) return true;
  if (held.row === wanted.row) return false;
  if (held.statement === wanted.statement) return !ORDERED.test(wanted.sql);
  return held.row > wanted.row;
}

/** Whether a transaction with the lock makes one that wants another wait, beyond what that one has already. */
function isInTheWay(held: RowLock, { table, strength, over }: RowLock): boolean {
  if (held.table !== table || !conflicts(held.strength, strength)) return false;
  return over === undefined || !conflicts(held.strength, over);
}

export function nameOf({ held, wanted, operation }: Step): string {
  const over = wanted.over === undefined ? '' : ` over ${wanted.over}`;
  return `${held.table} (${held.strength}), then ${wanted.table} (${wanted.strength}${over}): ${operation}`;
}

/** Returns the steps that don't go down the order. Shared keys and stronger locks on the same row are up to `circlesOf`. */
export function stepsUp(steps: readonly Step[]): Step[] {
  return steps.filter(({ held, wanted }) => {
    const [from, to] = [held, wanted].map(({ table }) => LOCK_ORDER.indexOf(table));
    return wanted.strength !== 'key share' && wanted.over === undefined && (to < 0 || from >= to);
  });
}

/** Returns the steps from which transactions could come to wait for each other, however many take part. */
export function circlesOf(steps: readonly Step[]): Step[] {
  const left = new Set(steps);
  // A step that waits for none, or that none waits for, is on no circle.
  const isOnNone = ({ held, wanted }: Step) =>
    ![...left].some((other) => isInTheWay(other.held, wanted)) ||
    ![...left].some((other) => isInTheWay(held, other.wanted));
  for (;;) {
    const free = [...left].filter(isOnNone);
    if (free.length === 0) return [...left];
    for (const step of free) left.delete(step);
  }
}
