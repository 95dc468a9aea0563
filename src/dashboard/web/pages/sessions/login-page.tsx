import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import {
  asksForFactor,
  findSignIn,
  organizationSignInUrl,
  sessionQuery,
  useSignIn,
  useSignInByLink,
  useSignInMethods,
} from '../../api/session.ts';
import { useChange } from '../../api/transport/queries.ts';
import { SignInProblem } from '../../shell/sign-in-problem.tsx';
import { FactorForm, PasskeyButton, ProviderButtons } from '../../shell/sign-in-ways.tsx';
import { LinkPage, StartLayout } from '../../shell/start-layout.tsx';
import { Button, PlainButtonLink, TextLink } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/forms/fields.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useLinkToken } from '../../ui/link-token.ts';
import { Notice } from '../../ui/states/notice.tsx';

const route = getRouteApi('/login');

const NOTICES = {
  registered: {
    title: 'Account created',
    text: 'Sign in with your email and password. If you get a verification link, open it first.',
  },
  'email-verified': { title: 'Email address verified', text: 'You can sign in now.' },
  'password-changed': { title: 'Password changed', text: 'Sign in with your new password.' },
};

export function LoginPage() {
  const { next = '/', notice, problem, email, organization } = route.useSearch();
  const [isOfCompany, setIsOfCompany] = useState(false);
  const { password, password_reset } = useSignInMethods();
  const session = useQuery(sessionQuery);
  const signIn = useSignIn();
  const router = useRouter();
  // An identity provider redirects here with a token if the sign-in needs a second factor.
  const [arrived, setArrived] = useState(useLinkToken());
  const goOn = () => router.history.replace(next);
  const asked = asksForFactor(signIn.data) ? signIn.data : undefined;
  const token = asked?.token ?? arrived;
  if (token !== null)
    return (
      <StartLayout
        title="Two-factor authentication"
        description="Enter your second factor to finish signing in."
      >
        <FactorForm
          token={token}
          factors={asked?.factor_required}
          onSignedIn={goOn}
          onRestart={() => {
            signIn.reset();
            setArrived(null);
          }}
        />
      </StartLayout>
    );
  if (session.data && !signIn.isSuccess) return <Navigate to={next} replace />;
  return (
    <StartLayout
      title="Sign in"
      description="Manage your clients, API keys and usage."
      footer={
        password && (
          <>
            No account yet?{' '}
            <TextLink to="/register" search={{ next: next === '/' ? undefined : next }}>
              Register
            </TextLink>
          </>
        )
      }
    >
      {notice !== undefined && signIn.error === null && (
        <div className="mb-4">
          <Notice tone="success" title={NOTICES[notice].title} isUrgent>
            <p>{NOTICES[notice].text}</p>
          </Notice>
        </div>
      )}
      {problem !== undefined && signIn.error === null && (
        <div className="mb-4">
          <SignInProblem problem={problem} />
        </div>
      )}
      {organization !== undefined && (
        <PlainButtonLink
          href={organizationSignInUrl(organization, { next })}
          look="primary"
          className="mb-5 w-full"
        >
          Continue with your company
        </PlainButtonLink>
      )}
      {isOfCompany && <CompanySignIn next={next} onBack={() => setIsOfCompany(false)} />}
      {password && !isOfCompany && (
        <Form
          error={signIn.error}
          onSubmit={(values) =>
            signIn.mutate(
              { body: { email: values.text('email'), password: values.secret('password') } },
              { onSuccess: (answer) => asksForFactor(answer) || goOn() },
            )
          }
        >
          <TextField
            name="email"
            label="Email"
            type="email"
            autoComplete="username"
            defaultValue={email}
            required
            autoFocus={email === undefined}
          />
          <PasswordField autoFocus={email !== undefined} />
          {password_reset && (
            <TextLink className="self-end text-sm" to="/forgot-password">
              Forgot password?
            </TextLink>
          )}
          <Button type="submit" look="primary" className="w-full" isPending={signIn.isPending}>
            Sign in
          </Button>
        </Form>
      )}
      {!isOfCompany && (
        <>
          <PasskeyButton onSignedIn={goOn} />
          <ProviderButtons next={next} />
          <Button look="quiet" className="mt-3 w-full" onClick={() => setIsOfCompany(true)}>
            Sign in with your company
          </Button>
        </>
      )}
    </StartLayout>
  );
}

/** Asks for the email address, whose domain determines the identity provider. */
function CompanySignIn({ next, onBack }: { next: string; onBack: () => void }) {
  const find = useChange('post', '/v1/sessions/sso', {
    meta: { outdates: [] },
    onSuccess: (found) => {
      const id = findSignIn(found);
      if (id !== null) location.assign(organizationSignInUrl(id, { next }));
    },
  });
  return (
    <Form error={find.error} onSubmit={(values) => find.mutate({ body: { email: values.text('email') } })}>
      {find.data?.url === null && (
        <Notice tone="info" title="No single sign-on for this address" isUrgent>
          No identity provider is set up for its domain. Sign in another way, or ask your administrator.
        </Notice>
      )}
      <TextField name="email" label="Work email" type="email" autoComplete="username" required autoFocus />
      <Button type="submit" look="primary" className="w-full" isPending={find.isPending}>
        Continue
      </Button>
      <Button className="w-full" onClick={onBack}>
        Back
      </Button>
    </Form>
  );
}

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
