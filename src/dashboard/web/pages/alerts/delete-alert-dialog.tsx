import type { ForecastAlert } from '../../api/schemas.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { useChange } from '../../api/transport/queries.ts';

export function DeleteAlertDialog({ alert, onClose }: { alert: ForecastAlert; onClose: () => void }) {
  const remove = useChange('delete', '/v1/alerts/{alertId}');
  return (
    <ConfirmDialog
      title={`Delete ${alert.name}?`}
      action="Delete alert"
      mutation={remove}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { path: { alertId: alert.id } } },
          toastThen(`${alert.name} deleted.`, onClose),
        )
      }
    >
      <p>
        If the alert is raised, an event says that it cleared. It then sends no more events. This can&apos;t
        be undone.
      </p>
    </ConfirmDialog>
  );
}
