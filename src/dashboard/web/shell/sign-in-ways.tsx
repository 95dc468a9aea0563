import { KeyRound } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { FactorType } from '../api/schemas.ts';
import {
  signInUrl,
  useFinishSignIn,
  useFinishSignInWithPasskey,
  useSignInMethods,
  useSignInWithPasskey,
} from '../api/session.ts';
import { areSupported } from '../api/transport/passkeys.ts';
import { Button, Or, PlainButtonLink } from '../ui/button.tsx';
import { TextField } from '../ui/forms/fields.tsx';
import { Form } from '../ui/forms/form.tsx';
import { ErrorNotice } from '../ui/states/notice.tsx';

interface FactorFormProps {
  /** Token of the sign-in that needs the second factor. */
  token: string;
  /** The account's second factors; defaults to all types. */
  factors?: FactorType[];
  onSignedIn?: () => void;
  onRestart: () => void;
}

/** The second step of a sign-in. */
export function FactorForm({ token, factors = ['totp', 'passkey'], onSignedIn, onRestart }: FactorFormProps) {
  const finish = useFinishSignIn();
  const passkey = useFinishSignInWithPasskey();
  const hasApp = factors.includes('totp');
  return (
    <Form
      error={finish.error ?? passkey.error}
      onSubmit={(values) =>
        finish.mutate({ body: { token, code: values.text('code') } }, { onSuccess: onSignedIn })
      }
    >
      {areSupported && factors.includes('passkey') && (
        <>
          <Button
            icon={KeyRound}
            look={hasApp ? 'secondary' : 'primary'}
            className="w-full"
            isPending={passkey.isPending}
            onClick={() => {
              finish.reset();
              passkey.mutate(token, { onSuccess: onSignedIn });
            }}
          >
            Use a passkey
          </Button>
          <Or />
        </>
      )}
      <TextField
        name="code"
        label={hasApp ? 'Code' : 'Recovery code'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        hint={
          hasApp
            ? 'The six digits that your authenticator app shows, or one of your recovery codes.'
            : "If you don't have your passkey with you."
        }
        required
        autoFocus={hasApp}
      />
      <Button
        type="submit"
        look={hasApp ? 'primary' : 'secondary'}
        className="w-full"
        isPending={finish.isPending}
      >
        Verify
      </Button>
      <Button className="w-full" onClick={onRestart}>
        Start again
      </Button>
    </Form>
  );
}

/** Signs in with any passkey that the browser has for this service. */
export function PasskeyButton({ onSignedIn }: { onSignedIn?: () => void }) {
  const { passkeys } = useSignInMethods();
  const signIn = useSignInWithPasskey();
  if (!passkeys || !areSupported) return null;
  return (
    <div className="mt-3 space-y-3">
      {signIn.error !== null && <ErrorNotice error={signIn.error} />}
      <Button
        icon={KeyRound}
        className="w-full"
        isPending={signIn.isPending}
        onClick={() => signIn.mutate(undefined, { onSuccess: onSignedIn })}
      >
        Sign in with a passkey
      </Button>
    </div>
  );
}

interface ProviderButtonsProps {
  next: string;
  hasPassword?: boolean;
  /** Asks the provider to sign in anew, in a window of its own: the page then keeps what was typed. */
  onWindow?: () => void;
}

/** Opens a link in a window; if the browser forbids it, the link is followed as usual. */
export const inWindow = (onWindow?: () => void) =>
  onWindow && {
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      if (window.open(event.currentTarget.href, 'sign-in', 'popup,width=520,height=720') === null) return;
      event.preventDefault();
      onWindow();
    },
  };

/** Sign-in buttons for identity providers, which redirect back to `next`. */
export function ProviderButtons({ next, hasPassword = true, onWindow }: ProviderButtonsProps) {
  const { password: isPasswordOn, providers } = useSignInMethods();
  const password = isPasswordOn && hasPassword;
  if (providers.length === 0) return null;
  return (
    <div className="mt-5 space-y-3">
      {password && <Or />}
      {providers.map((provider) => (
        <PlainButtonLink
          key={provider.id}
          href={signInUrl(provider, { next, ...(onWindow && { fresh: 'true' }) })}
          {...inWindow(onWindow)}
          look={password ? 'secondary' : 'primary'}
          className="w-full"
        >
          {provider.title}
        </PlainButtonLink>
      ))}
    </div>
  );
}
