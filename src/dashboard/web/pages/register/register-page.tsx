import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { answerOf, api } from '../../api/client.ts';
import { StartLayout } from '../../shell/start-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, secretOf, textOf } from '../../ui/form.tsx';

export function RegisterPage() {
  const navigate = useNavigate();
  const register = useMutation({
    mutationFn: (values: FormData) =>
      answerOf(
        api.POST('/v1/accounts', {
          body: {
            full_name: textOf(values, 'full_name'),
            email: textOf(values, 'email'),
            password: secretOf(values, 'password'),
            organization: textOf(values, 'organization') || undefined,
          },
        }),
      ),
    gcTime: 0,
    onSuccess: ({ email }) => navigate({ to: '/login', search: { registered: email } }),
  });
  return (
    <StartLayout
      title="Register"
      description="An account holds your applications and their API keys."
      footer={
        <>
          Have an account?{' '}
          <Link to="/login" className="font-medium text-accent underline underline-offset-4">
            Sign in
          </Link>
        </>
      }
    >
      <Form error={register.error} onSubmit={(values) => register.mutate(values)}>
        <TextField
          name="full_name"
          label="Full name"
          autoComplete="name"
          maxLength={100}
          required
          autoFocus
        />
        <TextField name="email" label="Email" type="email" autoComplete="username" maxLength={254} required />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters, and not a common one."
          required
        />
        <TextField name="organization" label="Organization" autoComplete="organization" maxLength={100} />
        <Button type="submit" look="primary" className="w-full" isPending={register.isPending}>
          Register
        </Button>
      </Form>
    </StartLayout>
  );
}
