import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { answerOf, api } from '../../api/transport/client.ts';
import { StartLayout } from '../../shell/start-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { Form, secretOf } from '../../ui/forms/form.tsx';
import { useLinkToken } from '../../ui/link-token.ts';
import { Notice } from '../../ui/states/notice.tsx';

export function PasswordResetPage() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: (body: { token: string; new_password: string }) =>
      answerOf(api.POST('/v1/password-resets/complete', { body })),
    gcTime: 0,
    onSuccess: () => navigate({ to: '/login', search: { notice: 'password-changed' } }),
  });
  return (
    <StartLayout
      title="Choose a new password"
      description="Changing it signs you out everywhere."
      footer={
        <Link to="/login" className="font-medium text-accent underline underline-offset-4">
          Back to sign in
        </Link>
      }
    >
      {token === null ? (
        <Notice tone="danger" title="This link is incomplete">
          <p>Open the full link, or ask for a new one. Links work once and expire after an hour.</p>
        </Notice>
      ) : (
        <Form
          error={reset.error}
          onSubmit={(values) => reset.mutate({ token, new_password: secretOf(values, 'new_password') })}
        >
          <TextField
            name="new_password"
            label="New password"
            type="password"
            autoComplete="new-password"
            hint="At least 8 characters. Common passwords are rejected."
            required
            autoFocus
          />
          <Button type="submit" look="primary" className="w-full" isPending={reset.isPending}>
            Set password
          </Button>
        </Form>
      )}
    </StartLayout>
  );
}
