import { useSignInMethods } from '../../api/sign-in-methods.ts';
import { StartLayout } from '../../shell/start-layout.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { useChange } from '../../api/transport/queries.ts';

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
          <p>Ask an administrator for a link.</p>
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
