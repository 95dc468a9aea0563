import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Loaded } from '../states/loaded.tsx';
import { Table, type TableProps } from './table.tsx';

interface PagedTableProps<T> extends Omit<TableProps<T>, 'rows'> {
  query: UseInfiniteQueryResult<InfiniteData<{ data: T[] }>>;
  /** Replaces a table without rows. */
  empty?: ReactNode;
  /** Shown below the rows. */
  children?: ReactNode;
}

/** A list of the API: the pages fetched so far as one table, and a button that fetches the next. */
export function PagedTable<T>({ query, empty, children, ...table }: PagedTableProps<T>) {
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const rows = pages.flatMap(({ data }) => data);
        if (rows.length === 0 && empty !== undefined) return empty;
        return (
          <>
            <Table {...table} rows={rows} />
            {children}
            {query.hasNextPage && (
              <div className="flex justify-center border-t border-line p-3">
                <Button
                  isSmall
                  isPending={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  Load more
                </Button>
              </div>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** Replaces a table without rows in a card whose title says enough. */
export function NoRows({ children }: { children: ReactNode }) {
  return <p className="border-t border-line px-4 py-4 text-muted sm:px-5">{children}</p>;
}
