import { useDeleteAlert } from '../../api/alerts.ts';
import type { ForecastAlert } from '../../api/schemas.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';

export function DeleteAlertDialog({ alert, onClose }: { alert: ForecastAlert; onClose: () => void }) {
  const remove = useDeleteAlert(alert);
  return (
    <ConfirmDialog
      title={`Delete ${alert.name}?`}
      action="Delete alert"
      error={remove.error}
      isPending={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            showToast(`${alert.name} deleted.`);
            onClose();
          },
        })
      }
    >
      <p>It sends no more events, not even that the alert cleared. This can&apos;t be undone.</p>
    </ConfirmDialog>
  );
}
