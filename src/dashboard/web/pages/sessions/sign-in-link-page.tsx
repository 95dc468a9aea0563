import { useNavigate, useRouter } from '@tanstack/react-router';
import { asksForFactor, useSignInByLink } from '../../api/session.ts';
import { FactorForm } from '../../shell/sign-in-ways.tsx';
import { LinkPage } from '../../shell/start-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useLinkToken } from '../../ui/link-token.ts';

/** The link is used only when a button is pressed, since mail scanners open links too. */
export function SignInLinkPage() {
  const link = useLinkToken();
  const router = useRouter();
  const signIn = useSignInByLink();
  const navigate = useNavigate();
  const goOn = () => router.history.replace('/');
  return (
    <LinkPage
      title="Sign in with your link"
      description="The link works once."
      way={{ to: '/login', title: 'Other ways to sign in' }}
      token={link}
      hint="Open the full link, or ask the operator of this service for a new one. Links work once and expire after an hour."
    >
      {(token) =>
        asksForFactor(signIn.data) ? (
          <FactorForm
            token={signIn.data.token}
            factors={signIn.data.factor_required}
            onSignedIn={goOn}
            onRestart={() => void navigate({ to: '/login' })}
          />
        ) : (
          <Form
            error={signIn.error}
            onSubmit={() =>
              signIn.mutate({ body: { token } }, { onSuccess: (answer) => asksForFactor(answer) || goOn() })
            }
          >
            <Button type="submit" look="primary" className="w-full" isPending={signIn.isPending}>
              Sign in
            </Button>
          </Form>
        )
      }
    </LinkPage>
  );
}
