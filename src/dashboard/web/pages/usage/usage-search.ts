import { isTimeZone } from '../../ui/forms/time-zones.tsx';
import { type Grouping, isGrouping } from './usage-groups.ts';
import { isPeriod, type Period } from './periods.ts';

/** The page's filters, kept in the URL so that they can be bookmarked and shared. */
export interface UsageSearch {
  client?: string;
  /** For administrators: an account's ID, or `all`. Defaults to their own account. */
  account?: string;
  period?: Period;
  from?: string;
  to?: string;
  tz?: string;
  group?: Grouping;
  /** The ID of the logged request that is open. */
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
