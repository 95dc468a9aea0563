import type { Database } from './database.js';
import type { Ledger, Outcome } from './ledger.js';

export interface UsageDifference {
  /** Answered but not counted. */
  missing: number;
  /** Counted more than once. */
  twice: number;
  /** Counted but neither answered nor cut off. */
  unexplained: number;
  /** The roll-ups' requests minus those in the log. */
  requests: number;
  /** The roll-ups' units minus those of the logged requests. */
  units: number;
  counted: number;
}

interface LoggedRow {
  request_id: string;
  status: number;
  times: number;
}

/** Of each client, second and kind of outcome: see the guide on limits. */
const MOST_LOGGED_IN_A_SECOND = 50;

/**
 * Compares the database with what callers saw, request by request. The services must have flushed everything. Only in
 * seconds of which the log has as many requests as it keeps, it may lack one that was counted.
 */
export async function compareUsage(database: Database, ledger: Ledger): Promise<UsageDifference> {
  const logged = await database.sql<LoggedRow>(
    'select request_id, min(status)::int as status, count(*)::int as times from usage.requests group by request_id',
  );
  const [sums] = await database.sql<{ requests: number; units: number }>(
    'select coalesce(sum(requests), 0)::int as requests, coalesce(sum(units), 0)::int as units from usage.client_days',
  );
  const fullSeconds = await database.sql<{ ms: number }>(
    `select distinct extract(epoch from date_trunc('second', time))::float8 * 1000 as ms from usage.requests
     group by client_id, date_trunc('second', time), greatest(status / 100, 3) having count(*) >= ${MOST_LOGGED_IN_A_SECOND}`,
  );
  const mayLack = ({ sentMs, receivedMs }: Outcome) =>
    fullSeconds.some(
      ({ ms }) => ms + 1000 >= performance.timeOrigin + sentMs && ms <= performance.timeOrigin + receivedMs,
    );
  const loggedIds = new Set(logged.map(({ request_id }) => request_id));
  const answered = [...ledger.outcomes.values()].filter(({ counted }) => counted === 'yes');
  let units = 0;
  let rows = 0;
  let unexplained = 0;
  for (const { request_id, status, times } of logged) {
    const outcome = ledger.outcomes.get(request_id);
    rows += times;
    if (!outcome || outcome.counted === 'no') unexplained += 1;
    if (status === 200) units += times * (outcome?.units ?? 0);
  }
  const unlogged = answered.filter(({ id }) => !loggedIds.has(id));
  const leftOut = unlogged.filter(mayLack);
  for (const { status, units: charged } of leftOut) if (status === 200) units += charged;
  return {
    missing: unlogged.length - leftOut.length,
    twice: rows - logged.length,
    unexplained,
    requests: sums.requests - rows - leftOut.length,
    units: sums.units - units,
    counted: sums.requests,
  };
}
