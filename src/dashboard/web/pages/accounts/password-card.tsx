import { useState } from 'react';
import { useHasPassword } from '../../api/account.ts';
import { useAccount } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Actions } from '../../ui/dialogs/dialog.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { FreshSignInNotice } from '../../ui/states/fresh-sign-in-notice.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { NewPasswordField, PasswordField } from '../../ui/forms/fields.tsx';

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
