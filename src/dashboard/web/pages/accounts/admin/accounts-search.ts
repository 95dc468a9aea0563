import type { AccountStatus } from '../../../api/schemas.ts';

export interface AccountsSearch {
  query?: string;
  status?: AccountStatus;
}

export function parseAccountsSearch({ query, status }: Record<string, unknown>): AccountsSearch {
  return {
    query: typeof query === 'string' || typeof query === 'number' ? String(query) : undefined,
    status: status === 'active' || status === 'disabled' ? status : undefined,
  };
}
