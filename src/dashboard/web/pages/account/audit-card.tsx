import { auditQuery } from '../../api/audit.ts';
import { useAccount } from '../../api/session.ts';
import { AuditTable } from '../../ui/audit-table.tsx';
import { Card } from '../../ui/card.tsx';

export function AuditCard() {
  const { id } = useAccount();
  return (
    <Card
      title="Audit trail"
      description="What was changed in this account, its clients and its keys; by you or by others."
      isFlush
    >
      <AuditTable query={auditQuery({ account_id: id })} own={id} />
    </Card>
  );
}
