import { Badge } from '../../../ui/badge.tsx';

export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={toneOf(status)}>{status}</Badge>;
}

function toneOf(status: number) {
  if (status >= 500) return 'danger';
  return status >= 400 ? 'warning' : 'success';
}
