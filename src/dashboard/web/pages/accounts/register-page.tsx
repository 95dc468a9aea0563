import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/transport/queries.ts';
import { StartLayout } from '../../shell/start-layout.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { NewPasswordField, TextField } from '../../ui/forms/fields.tsx';
import { Form } from '../../ui/forms/form.tsx';

const route = getRouteApi('/register');

export function RegisterPage() {
  const { next } = route.useSearch();
  const navigate = useNavigate();
  const register = useChange('post', '/v1/accounts', {
    onSuccess: ({ email }) => navigate({ to: '/login', search: { notice: 'registered', email, next } }),
  });
  return (
    <StartLayout
      title="Register"
      description="Create an account to get API keys."
      footer={
        <>
          Already have an account?{' '}
          <TextLink to="/login" search={{ next }}>
            Sign in
          </TextLink>
        </>
      }
    >
      <Form
        error={register.error}
        onSubmit={(values) =>
          register.mutate({
            body: {
              full_name: values.text('full_name'),
              email: values.text('email'),
              password: values.secret('password'),
              organization: values.text('organization') || undefined,
              setup_token: values.text('setup_token') || undefined,
            },
          })
        }
      >
        <TextField
          name="full_name"
          label="Full name"
          autoComplete="name"
          maxLength={100}
          required
          autoFocus
        />
        <TextField name="email" label="Email" type="email" autoComplete="username" maxLength={254} required />
        <NewPasswordField />
        <TextField name="organization" label="Organization" autoComplete="organization" maxLength={100} />
        <details className="rounded-md border border-line px-3.5 py-2.5">
          <summary className="font-medium">I have a setup token</summary>
          <div className="mt-3">
            <TextField
              name="setup_token"
              label="Setup token"
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              hint="Find it in the log of a new service. It makes this account the administrator."
            />
          </div>
        </details>
        <Button type="submit" look="primary" className="w-full" isPending={register.isPending}>
          Register
        </Button>
      </Form>
    </StartLayout>
  );
}
