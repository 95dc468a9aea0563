import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, api } from './transport/client.ts';
import type { AuditAction } from './schemas.ts';

interface AuditFilter {
  account_id?: string;
  organization_id?: string;
  client_id?: string;
  action?: AuditAction;
}

export const AUDIT = ['audit'];

/** The audit log, newest first. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...AUDIT, filter],
    queryFn: ({ pageParam }) =>
      answerOf(api.GET('/v1/audit', { params: { query: { ...filter, cursor: pageParam } } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: 0,
  });
