import {
  Activity,
  Bell,
  Boxes,
  Building2,
  ChartLine,
  CloudSun,
  House,
  KeyRound,
  type LucideIcon,
  Map as MapIcon,
  Puzzle,
  Settings,
  ShieldCheck,
  SquareCode,
  Table,
  Webhook,
} from 'lucide-react';
import type { PageIconName } from '../api/schemas.ts';

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
export function PageIcon({ name }: { name: string }) {
  const Icon = Object.hasOwn(ICONS, name) ? ICONS[name as PageIconName] : Puzzle;
  return <Icon aria-hidden className="size-4 shrink-0" />;
}
