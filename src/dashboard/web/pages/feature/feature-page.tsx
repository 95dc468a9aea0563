import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ownOrganizationsQuery, useCurrentOrganization } from '../../api/organizations.ts';
import type { Account, Organization } from '../../api/schemas.ts';
import { useAccount, useDashboardPages } from '../../api/session.ts';
import { featureApi } from '../../api/transport/client.ts';
import { NotFound } from '../../shell/route-error.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ErrorNotice } from '../../ui/states/notice.tsx';

/** A page that a feature adds; its script draws everything below the title. */
export function FeaturePage() {
  const { page: name } = useParams({ from: '/signed-in/$page' });
  const page = useDashboardPages().find(({ path }) => path === `/${name}`);
  const { data: own } = useQuery(ownOrganizationsQuery);
  const organization = useCurrentOrganization() ?? own?.at(0);
  if (!page?.script) return <NotFound />;
  return (
    <Page title={page.title}>
      {organization && (
        <Mounted key={`${page.script} ${organization.id}`} script={page.script} organization={organization} />
      )}
    </Page>
  );
}

function Mounted({ script, organization }: { script: string; organization: Organization }) {
  const account = useRef(useAccount());
  const chosen = useRef(organization);
  const element = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let isLeft = false;
    let leave: Awaited<ReturnType<MountPage>>;
    const tell = (cause: unknown) => setError(cause instanceof Error ? cause : new Error(String(cause)));
    const mount = async () => {
      const { default: mountPage } = (await import(/* @vite-ignore */ script)) as { default: MountPage };
      if (isLeft) return;
      leave = await mountPage(element.current!, {
        api: featureApi,
        account: account.current,
        organization: chosen.current,
      });
      if (isLeft) unmount();
    };
    // An error while leaving must not break the next page.
    const unmount = () => {
      if (leave) void Promise.resolve().then(leave).catch(reportError);
    };
    mount().catch(tell);
    return () => {
      isLeft = true;
      unmount();
    };
  }, [script]);
  return (
    <>
      {error && <ErrorNotice error={error} />}
      <div ref={element} hidden={error !== null} />
    </>
  );
}

interface PageContext {
  /** Calls the service's API as the signed-in user. */
  api: typeof featureApi;
  account: Account;
  organization: Organization;
}

type Unmount = void | (() => void);

/** The default export of a feature's script. Fills the element and may return a function that cleans up on leaving. */
export type MountPage = (element: HTMLElement, context: PageContext) => Unmount | Promise<Unmount>;
