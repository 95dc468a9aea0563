import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import {
  Activity,
  Bell,
  Boxes,
  Building2,
  ChartLine,
  CloudSun,
  House,
  KeyRound,
  LogOut,
  type LucideIcon,
  Map as MapIcon,
  Menu,
  Puzzle,
  Settings,
  ShieldCheck,
  SquareCode,
  Table,
  Webhook,
  X,
} from 'lucide-react';
import { useRef } from 'react';
import { chooseOrganization, ownOrganizationsQuery, useCurrentOrganization } from '../api/organizations.ts';
import type { PageIcon as PageIconName } from '../api/schemas.ts';
import { useAccount, useDashboardPages, useSignOut } from '../api/session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Select } from '../ui/forms/select.tsx';
import { AttentionDot } from '../ui/states/attention-dot.tsx';
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
                {path === '/admin' && <AttentionDot />}
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

export function Brand() {
  return (
    <div className="flex items-center gap-2.5 px-1">
      <img src="/assets/icon.svg" alt="" className="size-7" />
      <span className="leading-tight font-semibold">Weather Forecast Service</span>
    </div>
  );
}

const ICONS: Record<PageIconName, LucideIcon> = {
  activity: Activity,
  bell: Bell,
  boxes: Boxes,
  'building-2': Building2,
  'chart-line': ChartLine,
  'cloud-sun': CloudSun,
  house: House,
  'key-round': KeyRound,
  map: MapIcon,
  puzzle: Puzzle,
  settings: Settings,
  'shield-check': ShieldCheck,
  'square-code': SquareCode,
  table: Table,
  webhook: Webhook,
};

/** Falls back to a default icon: a newer version of the service may name one that this page doesn't have. */
function PageIcon({ name }: { name: string }) {
  const Icon = Object.hasOwn(ICONS, name) ? ICONS[name as PageIconName] : Puzzle;
  return <Icon aria-hidden className="size-4 shrink-0" />;
}

/** Selects whose clients, keys and usage are shown, for users with more than one organization. */
function OrganizationSwitcher({ onNavigate }: { onNavigate?: () => void }) {
  const { data: own = [] } = useQuery(ownOrganizationsQuery);
  const current = useCurrentOrganization();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  if (current === undefined) return null;
  const choose = (id: string) => {
    chooseOrganization(id);
    // The current URL may name a client or webhook of the previous organization.
    if (pathname.startsWith('/organizations/'))
      void navigate({ to: '/organizations/$organizationId', params: { organizationId: id } });
    else void navigate({ to: pathname.replace(/^\/(clients|webhooks)\/.*/, '/$1'), search: {} });
    onNavigate?.();
  };
  return (
    <Select label="Organization" value={current.id} onChange={choose}>
      {own.map(({ id, name, personal }) => (
        <option key={id} value={id}>
          {personal ? `${name} (personal)` : name}
        </option>
      ))}
    </Select>
  );
}

/** The top bar of a narrow screen, which opens the sidebar from the left. */
export function DrawerBar() {
  const drawer = useRef<HTMLDialogElement>(null);
  const close = () => drawer.current?.close();
  return (
    <>
      <header className="sticky top-0 z-20 flex items-center justify-between gap-3 border-b border-line bg-surface px-3 py-2 lg:hidden">
        <Brand />
        <IconButton name="Open menu" className="size-10" onClick={() => drawer.current?.showModal()}>
          <Menu aria-hidden className="size-5" />
        </IconButton>
      </header>
      <dialog
        ref={drawer}
        closedby="any"
        aria-label="Menu"
        className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-line bg-surface text-text shadow-raised"
      >
        <IconButton name="Close menu" className="absolute top-3 right-2 bg-surface" onClick={close}>
          <X aria-hidden className="size-4" />
        </IconButton>
        <Sidebar onNavigate={close} />
      </dialog>
    </>
  );
}
