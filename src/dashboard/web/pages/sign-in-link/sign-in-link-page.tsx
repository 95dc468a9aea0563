import { Link, useRouter } from '@tanstack/react-router';
import { useSignInByLink } from '../../api/session.ts';
import { StartLayout } from '../../shell/start-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useLinkToken } from '../../ui/link-token.ts';
import { Notice } from '../../ui/states/notice.tsx';

/** A button uses the link up, not its opening: programs that look into messages open links, too. */
export function SignInLinkPage() {
  const token = useLinkToken();
  const router = useRouter();
  const signIn = useSignInByLink();
  return (
    <StartLayout
      title="Sign in with your link"
      description="The link works once."
      footer={
        <Link to="/login" className="font-medium text-accent underline underline-offset-4">
          Other ways to sign in
        </Link>
      }
    >
      {token === null ? (
        <Notice tone="danger" title="This link is incomplete">
          <p>
            Open the full link, or ask the operator of this service for a new one. Links work once and expire
            after an hour.
          </p>
        </Notice>
      ) : (
        <Form
          error={signIn.error}
          onSubmit={() => signIn.mutate(token, { onSuccess: () => router.history.replace('/') })}
        >
          <Button type="submit" look="primary" className="w-full" isPending={signIn.isPending}>
            Sign in
          </Button>
        </Form>
      )}
    </StartLayout>
  );
}
