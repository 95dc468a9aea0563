import type { Database } from './database.js';
import type { Ledger } from './ledger.js';

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

/** Compares the database with what callers saw, request by request. The services must have flushed everything. */
export async function compareUsage(database: Database, ledger: Ledger): Promise<UsageDifference> {
  const logged = await database.sql<LoggedRow>(
    'select request_id, min(status)::int as status, count(*)::int as times from usage.requests group by request_id',
  );
  const [sums] = await database.sql<{ requests: number; units: number }>(
    'select coalesce(sum(requests), 0)::int as requests, coalesce(sum(units), 0)::int as units from usage.client_days',
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
  return {
    missing: answered.filter(({ id }) => !loggedIds.has(id)).length,
    twice: rows - logged.length,
    unexplained,
    requests: sums.requests - rows,
    units: sums.units - units,
    counted: sums.requests,
  };
}
