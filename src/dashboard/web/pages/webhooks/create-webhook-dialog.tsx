import { useCurrentOrganization } from '../../api/organizations/current-organization.ts';
import { useCreateWebhook } from '../../api/organizations/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { WebhookFields, webhookOf } from './webhook-fields.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateWebhook();
  const organization = useCurrentOrganization();
  if (create.data !== undefined)
    return <WebhookSecretDialog title="Webhook created" secret={create.data.secret} onClose={onClose} />;
  return (
    <Dialog
      title="Create webhook"
      description={`Sends the events of ${organization?.name ?? 'your clients'}, and public events such as new model runs.`}
      onClose={onClose}
    >
      <Form error={create.error} onSubmit={(values) => create.mutate(webhookOf(values))}>
        <WebhookFields />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={create.isPending}>
            Create webhook
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
