import { useState } from 'react';
import { useAccount, useHasPassword } from '../../api/session.ts';
import { useChange } from '../../api/transport/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Actions } from '../../ui/dialogs/dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { NewPasswordField, PasswordField, TextField } from '../../ui/forms/fields.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { FreshSignInNotice } from '../../ui/states/notice.tsx';

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

export function PasswordCard() {
  const account = useAccount();
  const hasPassword = useHasPassword();
  const change = useChange('put', '/v1/accounts/me/password', {
    meta: { outdates: ['/v1/accounts', '/v1/sessions'] },
  });
  // Used as the form's key: remounting it clears the fields.
  const [changes, setChanges] = useState(0);
  return (
    <Card
      title="Password"
      description={
        hasPassword
          ? 'Changing it signs you out everywhere else and revokes your tokens.'
          : "You don't have a password yet."
      }
    >
      <Form
        key={changes}
        error={change.error}
        onSubmit={(values) =>
          change.mutate(
            {
              body: {
                current_password: hasPassword ? values.secret('current_password') : undefined,
                new_password: values.secret('new_password'),
              },
            },
            toastThen(`Password ${hasPassword ? 'changed' : 'set'}. Your other sessions have ended.`, () =>
              setChanges(changes + 1),
            ),
          )
        }
      >
        <input type="text" name="email" autoComplete="username" value={account.email} readOnly hidden />
        {hasPassword ? (
          <PasswordField name="current_password" label="Current password" />
        ) : (
          <FreshSignInNotice>You can set a password within 10 minutes of signing in.</FreshSignInNotice>
        )}
        <NewPasswordField name="new_password" label="New password" />
        <Actions>
          <Button type="submit" look="primary" isPending={change.isPending}>
            {hasPassword ? 'Change password' : 'Set password'}
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}
