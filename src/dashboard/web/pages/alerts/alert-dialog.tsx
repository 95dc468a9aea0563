import type { Client, ForecastAlert } from '../../api/schemas.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { useChange } from '../../api/transport/queries.ts';
import type { MutationState } from '../../ui/dialogs/dialog.tsx';
import { AlertFields, type AlertSettings, alertValuesOf } from './alert-fields.tsx';

export function CreateAlertDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const create = useChange('post', '/v1/alerts');
  return (
    <AlertDialog
      title="Create alert"
      description={`For ${client.name}, whose API keys get the events.`}
      action="Create alert"
      done="Alert created."
      mutation={create}
      save={(settings, then) => create.mutate({ body: { client_id: client.client_id, ...settings } }, then)}
      onClose={onClose}
    />
  );
}

export function EditAlertDialog({ alert, onClose }: { alert: ForecastAlert; onClose: () => void }) {
  const update = useChange('patch', '/v1/alerts/{alertId}');
  return (
    <AlertDialog
      title={`Edit ${alert.name}`}
      description="It is evaluated again. If it already announced an event for the newest model run, it waits for the next one."
      action="Save"
      done="Alert saved."
      alert={alert}
      mutation={update}
      save={(body, then) => update.mutate({ params: { path: { alertId: alert.id } }, body }, then)}
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
  mutation: MutationState;
  save: (settings: AlertSettings, then: { onSuccess: () => void }) => void;
  onClose: () => void;
}

function AlertDialog({ title, description, action, done, alert, mutation, save, onClose }: AlertDialogProps) {
  return (
    <FormDialog
      title={title}
      description={description}
      action={action}
      mutation={mutation}
      onClose={onClose}
      onSubmit={(values) => save(alertValuesOf(values, alert), toastThen(done, onClose))}
    >
      <AlertFields alert={alert} />
    </FormDialog>
  );
}
