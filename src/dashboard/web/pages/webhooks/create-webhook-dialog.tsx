import { useCurrentOrganization } from '../../api/organizations/current-organization.ts';
import { useCreateWebhook } from '../../api/organizations/webhooks.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { WebhookFields, webhookOf } from './webhook-fields.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateWebhook();
  const organization = useCurrentOrganization();
  if (create.data !== undefined)
    return <WebhookSecretDialog title="Webhook created" secret={create.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      title="Create webhook"
      description={`Sends the events of ${organization?.name ?? 'your clients'}, and public events such as new model runs.`}
      action="Create webhook"
      mutation={create}
      onClose={onClose}
      onSubmit={(values) => create.mutate(webhookOf(values))}
    >
      <WebhookFields />
    </FormDialog>
  );
}
