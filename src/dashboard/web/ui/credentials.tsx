import { useQuery } from '@tanstack/react-query';
import { scopesQuery } from '../api/catalogue.ts';
import type { ApiKey, Scope } from '../api/schemas.ts';
import { Badge, Codes } from './badge.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './dialogs/dialog.tsx';
import { DAY_MS } from './durations.ts';
import { CheckboxFields, SelectField } from './forms/fields.tsx';
import type { FormValues } from './forms/form.tsx';
import type { Column } from './layout/table.tsx';
import { relativeTime, Time } from './time.tsx';

/** What API keys and personal access tokens have in common. */
type Credential = Pick<ApiKey, 'name' | 'start' | 'status' | 'expires_at' | 'revoked_at' | 'last_used_at'> & {
  scopes: string[];
};

export const CREDENTIAL_COLUMNS: Record<'name' | 'status' | 'scopes' | 'lastUsed', Column<Credential>> = {
  name: {
    title: 'Name',
    cell: ({ name, start }) => (
      <>
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="font-mono text-[0.8125rem] text-muted">{start}…</p>
      </>
    ),
  },
  status: {
    title: 'Status',
    cell: ({ status, expires_at, revoked_at }) => (
      <CredentialStatus status={status} expires_at={expires_at} revoked_at={revoked_at} />
    ),
  },
  scopes: {
    title: 'Scopes',
    cell: ({ scopes }) => <Codes of={scopes} className="justify-end sm:justify-start" />,
  },
  lastUsed: {
    title: 'Last used',
    cell: ({ last_used_at }) =>
      last_used_at === null ? <span className="text-muted">Never</span> : <Time instant={last_used_at} />,
  },
};

const SOON_MS = 7 * DAY_MS;

/** The state of a key or a token, and when it expires or ended, if known. */
function CredentialStatus({
  status,
  expires_at,
  revoked_at,
}: Pick<ApiKey, 'status' | 'expires_at' | 'revoked_at'>) {
  if (status === 'revoked') return <Status tone="neutral" title="Revoked" at={revoked_at} />;
  if (status === 'expired') return <Status tone="neutral" title="Expired" at={expires_at} />;
  if (status === 'rotating') return <Status tone="warning" title="Rotating" verb="expires" at={revoked_at} />;
  const endsSoon = expires_at !== null && Date.parse(expires_at) - Date.now() < SOON_MS;
  if (endsSoon) return <Status tone="warning" title="Expires soon" verb="expires" at={expires_at} />;
  return <Status tone="success" title="Active" verb="expires" at={expires_at} />;
}

interface StatusProps {
  tone: 'neutral' | 'warning' | 'success';
  title: string;
  verb?: string;
  at: string | null;
}

function Status({ tone, title, verb, at }: StatusProps) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-0.5 sm:justify-start">
      <Badge tone={tone}>{title}</Badge>
      {at !== null && (
        <span className="text-[0.8125rem] text-muted">
          {verb} <Time instant={at} />
        </span>
      )}
    </span>
  );
}

/** Shown before a credential is revoked or rotated, so that nobody unknowingly ends one still in use. */
export function LastUse({ noun, lastUsedAt }: { noun: 'key' | 'token'; lastUsedAt: string | null }) {
  if (lastUsedAt === null) return `This ${noun} has never been used.`;
  return `Last used ${relativeTime(lastUsedAt)}.`;
}

type RevokeDialogProps<Request, Answer> = Omit<
  ConfirmDialogProps<Request, Answer>,
  'title' | 'action' | 'done'
> & { noun: 'key' | 'token'; credential: Credential };

/** The children are further information. */
export function RevokeDialog<Request, Answer>(props: RevokeDialogProps<Request, Answer>) {
  const { noun, credential, children, ...dialog } = props;
  const { name, start, last_used_at } = credential;
  return (
    <ConfirmDialog {...dialog} title={`Revoke ${name}?`} action={`Revoke ${noun}`} done={`${name} revoked.`}>
      <p>
        Requests with <span className="font-mono">{start}…</span> are rejected immediately. This can&apos;t be
        undone.
      </p>
      <p className="font-medium">
        <LastUse noun={noun} lastUsedAt={last_used_at} />
      </p>
      {children}
    </ConfirmDialog>
  );
}

const CHOICES = [
  { seconds: 0, title: 'Immediately' },
  { seconds: 3600, title: 'In 1 hour' },
  { seconds: 86_400, title: 'In 1 day' },
  { seconds: 604_800, title: 'In 7 days' },
];

export const overlapOf = (values: FormValues) => ({
  overlap_seconds: Number(values.text('overlap_seconds')),
});

/** How long the old secret or key keeps working alongside the new one. */
export function OverlapField({ label }: { label: string }) {
  return (
    <SelectField name="overlap_seconds" label={label} defaultValue="86400">
      {CHOICES.map(({ seconds, title }) => (
        <option key={seconds} value={seconds}>
          {title}
        </option>
      ))}
    </SelectField>
  );
}

interface ScopeFieldsProps {
  hint?: string;
  /** Whose scopes they are; by default those of a client and its keys. */
  holder?: 'token';
  /** Whether a scope can be chosen. */
  isOffered: (scope: Scope) => boolean;
  /** The scopes that are checked at first; all if undefined. */
  held?: readonly Scope['name'][];
}

/** Check boxes for the API's scopes. Scopes already held are always listed, so that saving never drops one unseen. */
export function ScopeFields({ hint, holder, isOffered, held }: ScopeFieldsProps) {
  const scopes = useQuery(scopesQuery(holder)).data?.data ?? [];
  const listed = scopes.filter((scope) => isOffered(scope) || held?.includes(scope.name));
  const unlisted = held?.filter((held) => !scopes.some(({ name }) => name === held)) ?? [];
  const options = [
    ...listed.map(({ name, title }) => ({ name, hint: `${title}.` })),
    ...unlisted.map((name) => ({ name, hint: undefined })),
  ];
  return (
    <CheckboxFields
      name="scopes"
      label="Scopes"
      hint={hint}
      options={options.map(({ name, hint }) => ({
        value: name,
        label: <span className="font-mono text-[0.8125rem]">{name}</span>,
        hint,
        isChecked: held === undefined || held.includes(name),
      }))}
    />
  );
}

/** Returns the chosen scopes, or undefined if they are the same as those held. */
export function changedScopes<T extends Scope['name']>(
  values: FormValues,
  held?: readonly T[],
): T[] | undefined {
  const chosen = values.getAll('scopes') as T[];
  const isSame = chosen.length === held?.length && chosen.every((scope) => held.includes(scope));
  return isSame ? undefined : chosen;
}
