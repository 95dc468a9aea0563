import type { UseQueryResult } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { classNames } from '../class-names.ts';
import { Loaded, Skeleton } from '../states/notice.tsx';

const SERVICE = 'Weather Forecast Service';

type Crumb = Pick<LinkProps, 'to' | 'search'> & { title: string };

interface PageProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Shown above the title: a link back to the list. */
  crumb?: Crumb;
  children: ReactNode;
}

/** The frame of every page inside the dashboard. */
export function Page({ title, description, actions, crumb, children }: PageProps) {
  useTitle(title);
  return (
    <>
      <header className="mb-6">
        {crumb !== undefined && (
          <div className="mb-1.5 text-muted">
            <Link to={crumb.to} search={crumb.search} className="underline-offset-4 hover:underline">
              {crumb.title}
            </Link>
          </div>
        )}
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <h1 tabIndex={-1} className="text-2xl leading-tight font-semibold tracking-tight wrap-anywhere">
              {title}
            </h1>
            {description !== undefined && (
              <p className="mt-1 max-w-2xl text-[0.9375rem] wrap-anywhere text-muted">{description}</p>
            )}
          </div>
          {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      </header>
      <div className="space-y-6">{children}</div>
    </>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === SERVICE ? SERVICE : `${title} · ${SERVICE}`;
  }, [title]);
}

/** Placeholder for a whole page that is loading. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="space-y-6">
      <Skeleton className="h-8 w-64 max-w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

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

interface CardProps {
  /** Target for links to the card. */
  id?: string;
  title?: ReactNode;
  description?: ReactNode;
  /** Shown next to the title. */
  actions?: ReactNode;
  /** Omits the padding, for content that reaches the edges, such as tables. */
  isFlush?: boolean;
  className?: string;
  children?: ReactNode;
}

export function Card({ id, title, description, actions, isFlush = false, className, children }: CardProps) {
  return (
    <section
      id={id}
      className={classNames(
        'min-w-0 rounded-lg border border-line bg-surface shadow-card',
        children === undefined && 'pb-4',
        className,
      )}
    >
      {title !== undefined && (
        <header
          className={classNames(
            'flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:flex-nowrap sm:px-5',
            isFlush && 'pb-4',
          )}
        >
          <div className="min-w-0">
            <h2 className="text-[0.9375rem] leading-snug font-semibold">{title}</h2>
            {description !== undefined && <p className="mt-0.5 text-muted">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      {children !== undefined && <div className={isFlush ? '' : 'p-4 sm:p-5'}>{children}</div>}
    </section>
  );
}

interface Definition {
  title: string;
  value: ReactNode;
}

/** Names with their values, side by side where there is room and stacked otherwise. */
export function DefinitionList({ items }: { items: (Definition | false)[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-y-3">
      {items
        .filter((item) => item !== false)
        .map(({ title, value }) => (
          <div key={title} className="contents">
            <dt className="text-muted">{title}</dt>
            <dd className="mb-2 min-w-0 wrap-anywhere sm:mb-0">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
