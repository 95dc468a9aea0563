import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { SkeletonRows } from './skeleton.tsx';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** What a query answers: a skeleton before, the error instead. Data that is there stays when a later fetch fails. */
export function Loaded<T>({ query, skeleton, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error)
    return (
      <div className="p-4">
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  return skeleton ?? <SkeletonRows />;
}
