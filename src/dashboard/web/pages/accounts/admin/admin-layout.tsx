import { Link, Outlet } from '@tanstack/react-router';
import { ShieldX } from 'lucide-react';
import { useAccount, useDashboardPages } from '../../../api/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card, Page } from '../../../ui/layout/page.tsx';
import { AttentionDot } from '../../../ui/states/attention-dot.tsx';
import { EmptyState } from '../../../ui/states/notice.tsx';

/** The frame of the administrators' pages. The service enforces access; this only shows the refusal early. */
export function AdminLayout() {
  const { role } = useAccount();
  const tabs = useDashboardPages().filter(({ path }) => path.startsWith('/admin/'));
  if (role !== 'admin') return <NotForMembers />;
  return (
    <>
      <nav aria-label="Administration" className="-mt-2 mb-6 flex gap-1 border-b border-line">
        {tabs.map(({ path, title }) => (
          <Link
            key={path}
            to={path}
            activeProps={{ className: 'border-accent text-text' }}
            inactiveProps={{ className: 'border-transparent text-muted hover:text-text' }}
            className="-mb-px flex items-center gap-2 border-b-2 px-3 py-2 font-medium -outline-offset-2"
          >
            {title}
            {path === '/admin/service' && <AttentionDot />}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  );
}

function NotForMembers() {
  return (
    <Page title="Administration">
      <Card isFlush>
        <EmptyState
          icon={ShieldX}
          title="Administrators only"
          action={<ButtonLink to="/">Go to Overview</ButtonLink>}
        >
          Ask an administrator of this service for help or for access.
        </EmptyState>
      </Card>
    </Page>
  );
}
