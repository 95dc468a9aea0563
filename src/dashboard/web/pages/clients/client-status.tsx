import type { Client } from '../../api/schemas.ts';
import { Badge } from '../../ui/badge.tsx';

export function ClientStatus({ client }: { client: Client }) {
  return client.status === 'active' ? (
    <Badge tone="success">Active</Badge>
  ) : (
    <Badge tone="danger">Disabled</Badge>
  );
}
