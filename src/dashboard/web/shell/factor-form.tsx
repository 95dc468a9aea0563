import { KeyRound } from 'lucide-react';
import type { FactorType } from '../api/schemas.ts';
import { useFinishSignIn, useFinishSignInWithPasskey } from '../api/session.ts';
import { areSupported } from '../api/transport/passkeys.ts';
import { Button, Or } from '../ui/button.tsx';
import { TextField } from '../ui/forms/fields.tsx';
import { Form } from '../ui/forms/form.tsx';

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
