import type { ReportScope } from './report-scope.service.js';

/** Returns the conditions on rows within the scope, each with the value of its placeholder. */
export function scopeConditions({
  accountId,
  clientIds,
  keyId,
}: ReportScope): [sql: string, value: string][] {
  return (
    [
      ['account_id = ?', accountId],
      // IDs contain no quotes or commas.
      ['client_id = any(?::text[])', clientIds && `{${clientIds.join(',')}}`],
      ['key_id = ?', keyId],
    ] as const
  ).flatMap(([sql, value]) => (value === undefined ? [] : [[sql, value]]));
}
