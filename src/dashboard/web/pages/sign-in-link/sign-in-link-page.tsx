import { useRouter } from '@tanstack/react-router';
import { useSignInByLink } from '../../api/session.ts';
import { LinkPage } from '../../shell/link-page.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useLinkToken } from '../../ui/link-token.ts';

/** A button uses the link up, not its opening: programs that look into messages open links, too. */
export function SignInLinkPage() {
  const link = useLinkToken();
  const router = useRouter();
  const signIn = useSignInByLink();
  return (
    <LinkPage
      title="Sign in with your link"
      description="The link works once."
      way={{ to: '/login', title: 'Other ways to sign in' }}
      token={link}
      hint="Open the full link, or ask the operator of this service for a new one. Links work once and expire after an hour."
    >
      {(token) => (
        <Form
          error={signIn.error}
          onSubmit={() => signIn.mutate(token, { onSuccess: () => router.history.replace('/') })}
        >
          <Button type="submit" look="primary" className="w-full" isPending={signIn.isPending}>
            Sign in
          </Button>
        </Form>
      )}
    </LinkPage>
  );
}
