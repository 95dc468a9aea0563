import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { ShieldX } from 'lucide-react';
import { useAccount } from '../../api/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Page } from '../../ui/layout/page.tsx';

const PLACES = [
  { to: '/admin', title: 'Accounts', pattern: /^\/admin(\/accounts\/.*)?$/ },
  { to: '/admin/mail', title: 'Mail', pattern: /^\/admin\/mail$/ },
  { to: '/admin/service', title: 'Service', pattern: /^\/admin\/service$/ },
] as const;

/** The frame of the administrators' pages. The service refuses others in any case; this only says so early. */
export function AdminLayout() {
  const { role } = useAccount();
  const { pathname } = useLocation();
  if (role !== 'admin') return <NotForMembers />;
  return (
    <>
      <nav aria-label="Administration" className="-mt-2 mb-6 flex gap-1 border-b border-line">
        {PLACES.map(({ to, title, pattern }) => {
          const isHere = pattern.test(pathname);
          return (
            <Link
              key={to}
              to={to}
              aria-current={isHere ? 'page' : undefined}
              className={classNames(
                '-mb-px border-b-2 px-3 py-2 font-medium -outline-offset-2',
                isHere ? 'border-accent text-text' : 'border-transparent text-muted hover:text-text',
              )}
            >
              {title}
            </Link>
          );
        })}
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
          icon={<ShieldX aria-hidden className="size-5" />}
          title="Administrators only"
          action={<ButtonLink to="/">Go to Overview</ButtonLink>}
        >
          Ask an administrator of this service for help or for access.
        </EmptyState>
      </Card>
    </Page>
  );
}
