import type { Account } from '../../../api/schemas.ts';
import { Badge } from '../../../ui/badge.tsx';

export function AccountBadges({ account: { role, status } }: { account: Account }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5 sm:justify-start">
      {status === 'active' ? <Badge tone="success">Active</Badge> : <Badge tone="danger">Disabled</Badge>}
      {role === 'admin' && <Badge tone="accent">Administrator</Badge>}
    </span>
  );
}
