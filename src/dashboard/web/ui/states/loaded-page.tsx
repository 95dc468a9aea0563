import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from './loaded.tsx';
import { type Crumb, Page } from '../layout/page.tsx';
import { PageSkeleton } from '../layout/page-skeleton.tsx';

interface LoadedPageProps<T> {
  query: UseQueryResult<T>;
  /** Title of the page if its subject can't be loaded. */
  title: string;
  crumb: Crumb;
  children: (data: T) => ReactNode;
}

/** A page about one thing. If loading fails, the error is shown under a heading, with a link back to the list. */
export function LoadedPage<T>({ query, title, crumb, children }: LoadedPageProps<T>) {
  const loaded = (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {children}
    </Loaded>
  );
  if (query.data !== undefined || query.error === null) return loaded;
  return (
    <Page title={title} crumb={crumb}>
      {loaded}
    </Page>
  );
}
