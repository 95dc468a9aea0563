import { findSignIn, organizationSignInUrl } from '../../api/sign-in-methods.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { Form, textOf } from '../../ui/forms/form.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { useChange } from '../../api/transport/queries.ts';

interface CompanySignInProps {
  next: string;
  onBack: () => void;
}

/** Asks for the email address, whose domain determines the identity provider. */
export function CompanySignIn({ next, onBack }: CompanySignInProps) {
  const find = useChange('post', '/v1/sessions/sso', {
    meta: { outdates: [] },
    onSuccess: (found) => {
      const id = findSignIn(found);
      if (id !== null) location.assign(organizationSignInUrl(id, next));
    },
  });
  return (
    <Form error={find.error} onSubmit={(values) => find.mutate({ body: { email: textOf(values, 'email') } })}>
      {find.data?.url === null && (
        <Notice tone="info" title="No single sign-on for this address" isUrgent>
          <p>
            No identity provider is set up for its domain. Sign in another way, or ask your administrator.
          </p>
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
