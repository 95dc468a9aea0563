import { useAccount } from '../../api/session.ts';
import { AuditTable } from '../../ui/audit-table.tsx';
import { Card } from '../../ui/layout/card.tsx';

export function AuditCard() {
  const { id } = useAccount();
  return (
    <Card
      title="Audit trail"
      description="Changes to your account, clients and keys, and who made them."
      isFlush
    >
      <AuditTable of={{ account_id: id }} own={id} />
    </Card>
  );
}
