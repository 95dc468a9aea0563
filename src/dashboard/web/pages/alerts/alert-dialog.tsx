import { type AlertSettings, useCreateAlert, useUpdateAlert } from '../../api/alerts.ts';
import type { Client, ForecastAlert } from '../../api/schemas.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { AlertFields, alertValuesOf } from './alert-fields.tsx';

export function CreateAlertDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const create = useCreateAlert(client.client_id);
  return (
    <AlertDialog
      title="Create alert"
      description={`For ${client.name}, whose API keys get the events.`}
      action="Create alert"
      done="Alert created."
      save={create}
      onClose={onClose}
    />
  );
}

export function EditAlertDialog({ alert, onClose }: { alert: ForecastAlert; onClose: () => void }) {
  const update = useUpdateAlert(alert);
  return (
    <AlertDialog
      title={`Edit ${alert.name}`}
      description="It is evaluated again. If it already announced an event for the newest model run, it waits for the next one."
      action="Save"
      done="Alert saved."
      alert={alert}
      save={update}
      onClose={onClose}
    />
  );
}

interface AlertDialogProps {
  title: string;
  description: string;
  action: string;
  done: string;
  alert?: ForecastAlert;
  save: {
    error: Error | null;
    isPending: boolean;
    mutate: (settings: AlertSettings, options: { onSuccess: () => void }) => void;
  };
  onClose: () => void;
}

function AlertDialog({ title, description, action, done, alert, save, onClose }: AlertDialogProps) {
  return (
    <FormDialog
      title={title}
      description={description}
      action={action}
      mutation={save}
      onClose={onClose}
      onSubmit={(values) => save.mutate(alertValuesOf(values, alert), toastThen(done, onClose))}
    >
      <AlertFields alert={alert} />
    </FormDialog>
  );
}
