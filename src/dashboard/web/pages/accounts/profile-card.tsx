import { useState } from 'react';
import { useAccount } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Actions } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { useChange } from '../../api/transport/queries.ts';

export function ProfileCard() {
  const account = useAccount();
  const update = useChange('patch', '/v1/accounts/me', {
    // The personal organization is named after the account.
    meta: { outdates: ['/v1/accounts', '/v1/sessions', '/v1/organizations'] },
  });
  /** Used as the field's key: a new address may still await verification, so the field resets to the current one. */
  const [saves, setSaves] = useState(0);
  return (
    <Card
      title="Profile"
      description={account.role === 'admin' ? 'You are an administrator of this service.' : undefined}
    >
      <Form
        error={update.error}
        onSubmit={(values) =>
          update.mutate(
            {
              body: {
                full_name: values.text('full_name'),
                email: values.text('email'),
                organization: values.text('organization') || null,
              },
            },
            toastThen('Profile saved.', () => setSaves((count) => count + 1)),
          )
        }
      >
        <TextField
          name="full_name"
          label="Full name"
          autoComplete="name"
          maxLength={100}
          defaultValue={account.full_name}
          required
        />
        <TextField
          key={saves}
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={254}
          defaultValue={account.email}
          hint="You use it to sign in."
          required
        />
        <TextField
          name="organization"
          label="Organization"
          autoComplete="organization"
          maxLength={100}
          defaultValue={account.organization ?? ''}
        />
        <Actions>
          <Button type="submit" look="primary" isPending={update.isPending}>
            Save
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}
