import { Link, Outlet } from '@tanstack/react-router';
import { useAccount } from '../../api/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Card } from '../../ui/card.tsx';
import { ShieldX } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';

const PLACES = [
  { to: '/admin', title: 'Accounts', isExact: false },
  { to: '/admin/service', title: 'Service', isExact: true },
] as const;

/** The frame of the administrators' pages. The service refuses others in any case; this only says so early. */
export function AdminLayout() {
  const { role } = useAccount();
  if (role !== 'admin') return <NotForMembers />;
  return (
    <>
      <nav aria-label="Administration" className="mb-6 flex gap-1 border-b border-line">
        {PLACES.map(({ to, title, isExact }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: isExact }}
            className="-mb-px border-b-2 px-3 py-2 font-medium"
            activeProps={{ className: 'border-accent text-text' }}
            inactiveProps={{ className: 'border-transparent text-muted hover:text-text' }}
          >
            {title}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  );
}

function NotForMembers() {
  return (
    <Card isFlush>
      <EmptyState
        icon={<ShieldX aria-hidden className="size-5" />}
        title="Only for administrators"
        action={<ButtonLink to="/">To the overview</ButtonLink>}
      >
        Ask an administrator of this service for what you need, or to make you one.
      </EmptyState>
    </Card>
  );
}
