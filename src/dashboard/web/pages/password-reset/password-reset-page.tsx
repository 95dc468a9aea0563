import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answerOf, api } from '../../api/transport/client.ts';
import { LinkPage } from '../../shell/link-page.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { Form, secretOf } from '../../ui/forms/form.tsx';
import { useLinkToken } from '../../ui/link-token.ts';

export function PasswordResetPage() {
  const link = useLinkToken();
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: (body: { token: string; new_password: string }) =>
      answerOf(api.POST('/v1/password-resets/complete', { body })),
    gcTime: 0,
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
    </LinkPage>
  );
}
