import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { sessionQuery } from '../api/session.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { DrawerBar } from './drawer.tsx';
import { SessionDialog } from './session-dialog.tsx';
import { Sidebar } from './sidebar.tsx';

/** The frame around all pages but the ones before signing in. */
export function SignedInLayout() {
  const session = useQuery(sessionQuery);
  const { href, pathname } = useLocation();
  const main = useFocusOnNavigation(pathname);
  if (session.data === null)
    return <Navigate to="/login" search={href === '/' ? {} : { next: href }} replace />;
  if (session.data === undefined)
    return session.error === null ? (
      <PageSkeleton />
    ) : (
      <main className="mx-auto max-w-xl space-y-4 p-4 py-16">
        <h1 className="text-2xl font-semibold">Weather Forecast Service</h1>
        <ErrorNotice error={session.error} onRetry={() => void session.refetch()} />
      </main>
    );
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-surface px-3 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-r border-line bg-surface lg:block">
        <Sidebar />
      </aside>
      <DrawerBar />
      <div className="min-w-0">
        <ConnectionBanner />
        <main ref={main} id="main" tabIndex={-1} className="mx-auto max-w-6xl px-4 py-6 sm:px-8 sm:py-9">
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <SessionDialog account={session.data.account} />
    </div>
  );
}

/** As a browser does when it loads a page, so that who listens hears where they are. */
function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current !== pathname) main.current?.focus({ preventScroll: true });
    previous.current = pathname;
  }, [pathname]);
  return main;
}

export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="mx-auto max-w-6xl space-y-6 p-2">
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
