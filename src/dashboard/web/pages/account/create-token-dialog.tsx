import type { TokenScope } from '../../api/schemas.ts';
import { useAccount } from '../../api/session.ts';
import { Code } from '../../ui/badge.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { OnceDialog } from '../../ui/dialogs/once-dialog.tsx';
import { SecretOnce } from '../../ui/dialogs/secret-once.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { textOf } from '../../ui/forms/form.tsx';
import { localTime } from '../../ui/forms/local-time.ts';
import { ScopeFields } from '../../ui/forms/scope-fields.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { useChange } from '../../api/transport/queries.ts';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 90;
const LONGEST_DAYS = 366;

/** The API returns the token only once; it is gone when the dialog closes. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const { role } = useAccount();
  const create = useChange('post', '/v1/accounts/me/tokens');
  if (create.data !== undefined) return <TokenOnceDialog token={create.data.token} onClose={onClose} />;
  return (
    <FormDialog
      title="Create personal access token"
      description="A token can do what you can do, within its scopes."
      action="Create token"
      mutation={create}
      onClose={onClose}
      onSubmit={(values) =>
        create.mutate({
          body: {
            name: textOf(values, 'name'),
            scopes: values.getAll('scopes') as TokenScope[],
            expires_at: new Date(`${textOf(values, 'expires_at')}T00:00:00`).toISOString(),
          },
        })
      }
    >
      <TextField
        name="name"
        label="Name"
        maxLength={100}
        autoComplete="off"
        hint="What it is for, for example “Nightly report”."
        required
      />
      <ScopeFields
        holder="token"
        isOffered={({ name }) => name !== 'accounts:read' || role === 'admin'}
        held={[]}
      />
      <TextField
        name="expires_at"
        label="Expires on"
        type="date"
        min={dateIn(1)}
        max={dateIn(LONGEST_DAYS - 1)}
        defaultValue={dateIn(USUAL_DAYS)}
        hint="Expires at the start of this day in your time zone, at most a year from now."
        required
      />
    </FormDialog>
  );
}

function TokenOnceDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <OnceDialog title="Personal access token created" onClose={onClose}>
      <SecretOnce label="Token" secret={token} />
      <Notice tone="warning" title="The token is shown only once">
        <p>Store it securely. If you lose it, revoke it and create a new one.</p>
      </Notice>
      <p>
        Send it in the header <Code>Authorization: Bearer pat_…</Code>.
      </p>
    </OnceDialog>
  );
}

const dateIn = (days: number) => localTime(new Date(Date.now() + days * DAY_MS)).slice(0, 10);
