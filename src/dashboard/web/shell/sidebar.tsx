import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useDashboardPages } from '../api/dashboard-pages.ts';
import { useAccount, useSignOut } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Brand } from './brand.tsx';
import { OrganizationSwitcher } from './organization-switcher.tsx';
import { PageIcon } from './page-icon.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** The navigation and the user's account, next to the page or in the drawer of a narrow screen. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const account = useAccount();
  const signOut = useSignOut();
  const pages = useDashboardPages().filter(({ path }) => !isTab(path));
  return (
    <div className="flex h-full flex-col gap-6 p-4">
      <div className="pr-8 lg:pr-0">
        <Brand />
      </div>
      <OrganizationSwitcher onNavigate={onNavigate} />
      <nav aria-label="Main" className="flex-1">
        <ul className="space-y-0.5">
          {pages.map(({ title, path, icon }) => (
            <li key={path}>
              <Link
                to={path}
                onClick={onNavigate}
                activeOptions={{ exact: path === '/' }}
                activeProps={{ className: 'bg-accent-soft text-accent' }}
                inactiveProps={{ className: 'text-text hover:bg-sunken' }}
                className="flex min-h-9 items-center gap-3 rounded-md px-3 font-medium"
              >
                <PageIcon name={icon} />
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="space-y-3 border-t border-line pt-4">
        <ThemeToggle />
        <div className="px-1">
          <p className="truncate font-medium" title={account.full_name}>
            {account.full_name}
          </p>
          <p className="truncate text-[0.8125rem] text-muted" title={account.email}>
            {account.email}
          </p>
        </div>
        <Button icon={LogOut} look="quiet" isPending={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </Button>
      </div>
    </div>
  );
}

/** Whether the page is a tab of the page above it. */
const isTab = (path: string) => path.lastIndexOf('/') > 0;
