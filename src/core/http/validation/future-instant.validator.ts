import { ValidateBy } from 'class-validator';
import { DAY_MS } from '../../time/index.js';
import { parseInstant } from '../../time/instant.js';

/** Validates an ISO 8601 time in the future, at most this many days ahead. */
export function IsFutureInstant(longestDays = Infinity): PropertyDecorator {
  const when = longestDays === Infinity ? 'in the future' : `in the next ${longestDays} days`;
  return ValidateBy({
    name: 'isFutureInstant',
    validator: {
      validate: (value: unknown) => {
        const aheadMs = typeof value === 'string' ? (parseInstant(value)?.getTime() ?? 0) - Date.now() : 0;
        return aheadMs > 0 && aheadMs <= longestDays * DAY_MS;
      },
      defaultMessage: () => `$property must be a time ${when}, such as 2027-01-31T00:00:00Z`,
    },
  });
}
