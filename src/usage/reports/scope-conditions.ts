import type { ReportScope } from './report-scope.service.js';

/** The conditions on a row that is within the scope, each with what stands for its question mark. */
export function scopeConditions({
  accountId,
  clientIds,
  keyId,
}: ReportScope): [sql: string, value: string][] {
  return (
    [
      ['account_id = ?', accountId],
      // Ids, none of which has a quote or a comma.
      ['client_id = any(?::text[])', clientIds && `{${clientIds.join(',')}}`],
      ['key_id = ?', keyId],
    ] as const
  ).flatMap(([sql, value]) => (value === undefined ? [] : [[sql, value]]));
}
