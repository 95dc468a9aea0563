import { isTimeZone } from '../../ui/forms/time-zones.tsx';
import { type Grouping, isGrouping } from './usage-groups.ts';
import { isPeriod, type Period } from './periods.ts';

/** What the page shows, in its address: it can be kept, and sent to a colleague. */
export interface UsageSearch {
  client?: string;
  /** Whose, for administrators: an account's id, or `all`. Their own without it. */
  account?: string;
  period?: Period;
  from?: string;
  to?: string;
  tz?: string;
  group?: Grouping;
  /** The id of a logged request that is opened. */
  request?: string;
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const dayOf = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

export function parseUsageSearch(search: Record<string, unknown>): UsageSearch {
  return {
    client: textOf(search.client),
    account: textOf(search.account),
    period: isPeriod(search.period) ? search.period : undefined,
    from: dayOf(search.from),
    to: dayOf(search.to),
    tz: isTimeZone(search.tz) ? search.tz : undefined,
    group: isGrouping(search.group) ? search.group : undefined,
    request: textOf(search.request),
  };
}
