import { useNavigate } from '@tanstack/react-router';
import { LinkPage } from '../../shell/link-page.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useLinkToken } from '../../ui/link-token.ts';
import { useChange } from '../../api/transport/queries.ts';
import { NewPasswordField } from '../../ui/forms/fields.tsx';

export function PasswordResetPage() {
  const link = useLinkToken();
  const navigate = useNavigate();
  const reset = useChange('post', '/v1/password-resets/complete', {
    onSuccess: () => navigate({ to: '/login', search: { notice: 'password-changed' } }),
  });
  return (
    <LinkPage
      title="Choose a new password"
      description="Changing it signs you out everywhere."
      way={{ to: '/login', title: 'Back to sign in' }}
      token={link}
      hint="Open the full link, or ask for a new one. Links work once and expire after an hour."
    >
      {(token) => (
        <Form
          error={reset.error}
          onSubmit={(values) =>
            reset.mutate({ body: { token, new_password: values.secret('new_password') } })
          }
        >
          <NewPasswordField name="new_password" label="New password" autoFocus />
          <Button type="submit" look="primary" className="w-full" isPending={reset.isPending}>
            Set password
          </Button>
        </Form>
      )}
    </LinkPage>
  );
}
