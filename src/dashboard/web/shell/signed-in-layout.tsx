import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { chosenOrganization, useCurrentOrganization } from '../api/organizations.ts';
import type { Account, Organization } from '../api/schemas.ts';
import {
  asksForFactor,
  organizationSignInUrl,
  sessionQuery,
  useAccount,
  useConfinement,
  useDashboardPages,
  useHasPassword,
  useSignIn,
} from '../api/session.ts';
import { isServiceAway, isServiceThere } from '../api/transport/connection.ts';
import { gateState, giveUpGate } from '../api/transport/session-gate.ts';
import { useStore } from '../api/transport/store.ts';
import { Button, PlainButtonLink, Spinner, TextLink } from '../ui/button.tsx';
import { Actions, Close, Dialog } from '../ui/dialogs/dialog.tsx';
import { PasswordField } from '../ui/forms/fields.tsx';
import { Form } from '../ui/forms/form.tsx';
import { Page, PageSkeleton } from '../ui/layout/page.tsx';
import { FactorRequiredNotice } from '../ui/states/notice.tsx';
import { DrawerBar, Sidebar } from './sidebar.tsx';
import { FactorForm, inWindow, PasskeyButton, ProviderButtons } from './sign-in-ways.tsx';

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
      <SessionGate account={account} />
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

/** Replaces an organization's pages for members without a required second factor. */
function KeptOutPage({ organization: { id, name } }: { organization: Organization }) {
  return (
    <Page title={name}>
      <FactorRequiredNotice>
        {`${name} requires two-factor authentication. Add an authenticator app or a passkey to your account to see its clients, keys and usage.`}
      </FactorRequiredNotice>
      <p className="text-muted">
        No longer working with {name}?{' '}
        <TextLink to="/organizations/$organizationId" params={{ organizationId: id }}>
          Leave the organization
        </TextLink>
        .
      </p>
    </Page>
  );
}

const RETRY_MS = 2000;

/** Shown while the service is unreachable. Data stays visible and is refetched as soon as the service is back. */
function ConnectionBanner() {
  const isAway = useStore(isServiceAway);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(() => {
      void isServiceThere().then((isThere) => {
        if (!isThere) return;
        isServiceAway.set(false);
        void queryClient.invalidateQueries();
      });
    }, RETRY_MS);
    return () => clearInterval(timer);
  }, [isAway, queryClient]);
  return (
    <div role="status" className="sticky top-0 z-30">
      {isAway && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-center">
          <CloudOff aria-hidden className="size-4 shrink-0 text-warning" />
          Can&apos;t reach the service. You may see outdated data. Reconnecting …
          <Spinner />
        </p>
      )}
    </div>
  );
}

const REASONS = {
  ended: {
    title: 'Your session has ended',
    description: 'It expired or was ended elsewhere. Sign in again to continue. Nothing you typed is lost.',
  },
  stale: {
    title: 'Sign in again to continue',
    description:
      'This needs a sign-in within the last 10 minutes. It continues as soon as you sign in. Nothing you typed is lost.',
  },
};

/** Covers the page while requests wait for a sign-in, and mounts the form anew each time. */
function SessionGate({ account }: { account: Account }) {
  const { reason } = useStore(gateState);
  useReloadForAnotherAccount();
  // Stored, since it is unknown once the session has ended.
  const [organizationId] = useState(useConfinement());
  return reason && <SessionDialog account={account} reason={reason} organizationId={organizationId} />;
}

interface SessionDialogProps {
  account: Account;
  reason: keyof typeof REASONS;
  organizationId: string | null;
}

function SessionDialog({ account, reason, organizationId }: SessionDialogProps) {
  const isStale = reason === 'stale';
  const hasPassword = useHasPassword() && organizationId === null;
  const signIn = useSignIn();
  const [isInWindow, setIsInWindow] = useState(false);
  useQuery({ ...sessionQuery, refetchInterval: isInWindow && RETRY_MS });
  const onWindow = isStale ? () => setIsInWindow(true) : undefined;
  const next = location.pathname + location.search;
  return (
    <Close value={giveUpGate}>
      <Dialog {...REASONS[reason]} isDismissible={isStale}>
        {asksForFactor(signIn.data) ? (
          <FactorForm
            token={signIn.data.token}
            factors={signIn.data.factor_required}
            onRestart={() => signIn.reset()}
          />
        ) : (
          <>
            <Form
              error={signIn.error}
              onSubmit={(values) =>
                signIn.mutate({ body: { email: account.email, password: values.secret('password') } })
              }
            >
              <input type="hidden" name="email" autoComplete="username" value={account.email} readOnly />
              <p>
                Signed in as <strong className="wrap-anywhere">{account.email}</strong>
              </p>
              {hasPassword && <PasswordField />}
              <Actions>
                {isStale ? (
                  <Button onClick={giveUpGate}>Cancel</Button>
                ) : (
                  <Button onClick={() => location.assign('/login')}>Use another account</Button>
                )}
                {hasPassword && (
                  <Button type="submit" look="primary" isPending={signIn.isPending}>
                    Sign in
                  </Button>
                )}
              </Actions>
            </Form>
            <PasskeyButton />
            {organizationId !== null && (
              <PlainButtonLink
                href={organizationSignInUrl(organizationId, { next, ...(isStale && { fresh: 'true' }) })}
                {...inWindow(onWindow)}
                look="primary"
                className="mt-5 w-full"
              >
                Continue with your company
              </PlainButtonLink>
            )}
            <ProviderButtons next={next} hasPassword={hasPassword} onWindow={onWindow} />
            {isInWindow && (
              <p role="status" className="mt-3 text-muted">
                Finish signing in in the new window, then close it. This page continues automatically.
              </p>
            )}
          </>
        )}
      </Dialog>
    </Close>
  );
}

/** Reloads if another tab has signed in to another account, so that none of the previous account's data remains. */
function useReloadForAnotherAccount(): void {
  const { data } = useQuery(sessionQuery);
  const first = useRef(data?.account.id);
  useEffect(() => {
    if (data && data.account.id !== first.current) location.assign('/');
  }, [data]);
}
