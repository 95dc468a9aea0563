import type { Webhook } from '../../api/schemas.ts';
import { Badge } from '../../ui/badge.tsx';

export function WebhookStatus({ webhook: { status, failing_since } }: { webhook: Webhook }) {
  if (status === 'disabled') return <Badge tone="danger">Disabled</Badge>;
  return failing_since === null ? (
    <Badge tone="success">Enabled</Badge>
  ) : (
    <Badge tone="warning">Failing</Badge>
  );
}
