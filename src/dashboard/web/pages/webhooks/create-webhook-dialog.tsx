import { useCurrentOrganization } from '../../api/organizations/current-organization.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { WebhookFields, webhookOf } from './webhook-fields.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const create = useChange('post', '/v1/webhooks');
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
      onSubmit={(values) =>
        create.mutate({ body: { organization_id: organization?.id, ...webhookOf(values) } })
      }
    >
      <WebhookFields />
    </FormDialog>
  );
}
