import { useFinishSignIn } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/forms/fields.tsx';
import { Form, textOf } from '../ui/forms/form.tsx';

interface FactorFormProps {
  /** Of the sign-in that asks for the factor. */
  token: string;
  onSignedIn?: () => void;
  onRestart: () => void;
}

/** The second step of a sign-in. */
export function FactorForm({ token, onSignedIn, onRestart }: FactorFormProps) {
  const finish = useFinishSignIn();
  return (
    <Form
      error={finish.error}
      onSubmit={(values) => finish.mutate({ token, code: textOf(values, 'code') }, { onSuccess: onSignedIn })}
    >
      <TextField
        name="code"
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        hint="The six digits that your authenticator app shows, or one of your recovery codes."
        required
        autoFocus
      />
      <Button type="submit" look="primary" className="w-full" isPending={finish.isPending}>
        Verify
      </Button>
      <Button className="w-full" onClick={onRestart}>
        Start again
      </Button>
    </Form>
  );
}
