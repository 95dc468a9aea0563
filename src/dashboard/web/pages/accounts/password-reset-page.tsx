import { useNavigate } from '@tanstack/react-router';
import { useSignInMethods } from '../../api/session.ts';
import { useChange } from '../../api/transport/queries.ts';
import { LinkPage, StartLayout } from '../../shell/start-layout.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { NewPasswordField, TextField } from '../../ui/forms/fields.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useLinkToken } from '../../ui/link-token.ts';
import { Notice } from '../../ui/states/notice.tsx';

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

export function ForgottenPasswordPage() {
  const { password_reset } = useSignInMethods();
  const request = useChange('post', '/v1/password-resets');
  return (
    <StartLayout
      title="Forgot your password?"
      description="Get a link to set a new one."
      footer={<TextLink to="/login">Back to sign in</TextLink>}
    >
      {!password_reset ? (
        <Notice tone="info" title="This service doesn't send mail">
          Ask an administrator for a link.
        </Notice>
      ) : request.isSuccess ? (
        <Notice tone="success" title="Check your inbox" isUrgent>
          <p>
            If {request.variables.body.email} has an account, a message with a link is on its way. The link
            works for one hour.
          </p>
        </Notice>
      ) : (
        <Form
          error={request.error}
          onSubmit={(values) => request.mutate({ body: { email: values.text('email') } })}
        >
          <TextField name="email" label="Email" type="email" autoComplete="username" required autoFocus />
          <Button type="submit" look="primary" className="w-full" isPending={request.isPending}>
            Send link
          </Button>
        </Form>
      )}
    </StartLayout>
  );
}
