import {
  Activity,
  Boxes,
  Building2,
  CloudSun,
  House,
  KeyRound,
  type LucideIcon,
  Settings,
  ShieldCheck,
  SquareCode,
  Webhook,
} from 'lucide-react';

export interface NavigationItem {
  title: string;
  to:
    | '/'
    | '/clients'
    | '/api-keys'
    | '/usage'
    | '/webhooks'
    | '/forecast'
    | '/reference'
    | '/organizations'
    | '/account'
    | '/admin';
  Icon: LucideIcon;
  isForAdmins?: boolean;
  /** Whether it shows what belongs to the chosen organization. */
  isOfOrganization?: boolean;
}

export const NAVIGATION: NavigationItem[] = [
  { title: 'Overview', to: '/', Icon: House, isOfOrganization: true },
  { title: 'Clients', to: '/clients', Icon: Boxes, isOfOrganization: true },
  { title: 'API keys', to: '/api-keys', Icon: KeyRound, isOfOrganization: true },
  { title: 'Usage', to: '/usage', Icon: Activity, isOfOrganization: true },
  { title: 'Webhooks', to: '/webhooks', Icon: Webhook, isOfOrganization: true },
  { title: 'Forecast explorer', to: '/forecast', Icon: CloudSun, isOfOrganization: true },
  { title: 'API reference', to: '/reference', Icon: SquareCode },
  { title: 'Organizations', to: '/organizations', Icon: Building2 },
  { title: 'Account settings', to: '/account', Icon: Settings },
  { title: 'Administration', to: '/admin', Icon: ShieldCheck, isForAdmins: true },
];
