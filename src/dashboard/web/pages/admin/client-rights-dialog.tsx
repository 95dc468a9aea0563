import { useUpdateClient } from '../../api/clients.ts';
import type { Client, ClientScope } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { CheckboxFields } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { LimitFields, limitsOf } from '../clients/limit-fields.tsx';

const SCOPES: { value: ClientScope; hint: string }[] = [
  { value: 'forecast:read', hint: 'Forecasts of one point.' },
  { value: 'forecast:batch', hint: 'Forecasts of up to 100 points in one request.' },
  { value: 'usage:read', hint: 'Its own usage, with client_id and client_secret.' },
  { value: 'keys:manage', hint: 'Its own API keys, with client_id and client_secret.' },
];

/** What an administrator sets here is also the ceiling up to which the client's owner may go. */
export function ClientRightsDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const update = useUpdateClient(client);
  return (
    <Dialog
      title={`Limits and scopes of ${client.name}`}
      description="They hold from the next request on. The limits are also the ceiling: its owner can lower them, not raise them further."
      onClose={onClose}
    >
      <Form
        error={update.error}
        onSubmit={(values) =>
          update.mutate(
            { rate_limits: limitsOf(values, null), scopes: values.getAll('scopes') as ClientScope[] },
            {
              onSuccess: () => {
                showToast(`${client.name} is changed.`);
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
          hint="Its keys lose at once what it loses."
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
