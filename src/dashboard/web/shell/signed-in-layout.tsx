import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { chosenOrganization, useCurrentOrganization } from '../api/organizations/current-organization.ts';
import { useDashboardPages } from '../api/dashboard-pages.ts';
import { useAccount } from '../api/session.ts';
import { useStore } from '../api/transport/store.ts';
import { PageSkeleton } from '../ui/layout/page-skeleton.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { DrawerBar } from './drawer.tsx';
import { KeptOutPage } from './kept-out-page.tsx';
import { SessionDialog } from './session-dialog.tsx';
import { Sidebar } from './sidebar.tsx';

/** The frame around all pages that require a session. */
export function SignedInLayout() {
  const account = useAccount();
  const organization = useStore(chosenOrganization);
  const current = useCurrentOrganization();
  const { pathname } = useLocation();
  const pages = useDashboardPages();
  const isKeptOut =
    current?.access === 'factor_required' &&
    pages.some(({ path, of_organization }) => of_organization && path === pathname);
  const main = useFocusOnNavigation(pathname);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-surface px-3 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-r border-line bg-surface lg:block">
        <Sidebar />
      </aside>
      <DrawerBar />
      <div className="min-w-0">
        <ConnectionBanner />
        <main ref={main} id="main" tabIndex={-1} className="mx-auto max-w-6xl px-4 py-6 sm:px-8 sm:py-9">
          <Suspense fallback={<PageSkeleton />}>
            {isKeptOut ? <KeptOutPage organization={current} /> : <Outlet key={organization} />}
          </Suspense>
        </main>
      </div>
      <SessionDialog account={account} />
    </div>
  );
}

/** Moves the focus as a page load does, so that screen readers announce the new page. */
function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current !== pathname) main.current?.focus({ preventScroll: true });
    previous.current = pathname;
  }, [pathname]);
  return main;
}
