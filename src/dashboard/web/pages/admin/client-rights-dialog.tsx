import { useUpdateClient } from '../../api/clients.ts';
import type { Client, ClientScope } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { CheckboxFields } from '../../ui/forms/fields.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { LimitFields, limitsOf } from '../clients/limit-fields.tsx';

const SCOPES: { value: ClientScope; hint: string }[] = [
  { value: 'forecast:read', hint: 'Forecasts for one location.' },
  { value: 'forecast:batch', hint: 'Forecasts for up to 100 locations in one request.' },
  { value: 'usage:read', hint: 'Read its usage with client_id and client_secret.' },
  { value: 'keys:manage', hint: 'Manage its API keys with client_id and client_secret.' },
];

/** What an administrator sets here is also the ceiling up to which the client's owner may go. */
export function ClientRightsDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const update = useUpdateClient(client);
  return (
    <Dialog
      title={`Limits and scopes of ${client.name}`}
      description="Changes apply from the next request. The owner can lower these limits, but can't raise them."
      onClose={onClose}
    >
      <Form
        error={update.error}
        onSubmit={(values) =>
          update.mutate(
            { rate_limits: limitsOf(values, null), scopes: values.getAll('scopes') as ClientScope[] },
            {
              onSuccess: () => {
                showToast('Limits and scopes saved.');
                onClose();
              },
            },
          )
        }
      >
        <LimitFields limits={client.rate_limits} />
        <CheckboxFields
          name="scopes"
          label="Scopes"
          hint="Scopes you remove here are removed from its keys, too."
          options={SCOPES.map(({ value, hint }) => ({
            value,
            label: <span className="font-mono text-[0.8125rem]">{value}</span>,
            hint,
            isChecked: client.scopes.includes(value),
          }))}
        />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={update.isPending}>
            Save
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
