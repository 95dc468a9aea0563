import { useInfiniteQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { PersonalAccessToken } from '../../api/schemas.ts';
import { tokensQuery, useRevokeToken } from '../../api/tokens.ts';
import { Code } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CredentialStatus } from '../../ui/credential-status.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadMore } from '../../ui/states/load-more.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { relativeTime, Time } from '../../ui/time.tsx';
import { CreateTokenDialog } from './create-token-dialog.tsx';

export function TokensCard() {
  const query = useInfiniteQuery(tokensQuery);
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<PersonalAccessToken>();
  return (
    <Card
      title="Personal access tokens"
      description="Your own programs use them to call the API for you, without signing in."
      actions={
        <Button isSmall onClick={() => setIsCreating(true)}>
          <Plus aria-hidden className="size-4" />
          Create token
        </Button>
      }
      isFlush
    >
      <Loaded query={query}>
        {({ pages }) => {
          const tokens = pages.flatMap(({ data }) => data);
          if (tokens.length === 0)
            return (
              <EmptyState icon={<KeyRound aria-hidden className="size-5" />} title="No tokens yet">
                Forecasts need an API key instead.
              </EmptyState>
            );
          return (
            <>
              <Table
                caption="Personal access tokens"
                columns={columnsOf(setRevoked)}
                rows={tokens}
                keyOf={({ id }) => id}
              />
              <LoadMore query={query} />
            </>
          );
        }}
      </Loaded>
      {isCreating && <CreateTokenDialog onClose={() => setIsCreating(false)} />}
      {revoked && <RevokeTokenDialog token={revoked} onClose={() => setRevoked(undefined)} />}
    </Card>
  );
}

function columnsOf(onRevoke: (token: PersonalAccessToken) => void): Column<PersonalAccessToken>[] {
  return [
    {
      title: 'Name',
      cell: ({ name, start }) => (
        <>
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="font-mono text-[0.8125rem] text-muted">{start}…</p>
        </>
      ),
    },
    {
      title: 'Status',
      cell: ({ status, expires_at, revoked_at }) => (
        <CredentialStatus status={status} expires_at={expires_at} revoked_at={revoked_at} />
      ),
    },
    {
      title: 'Scopes',
      cell: ({ scopes }) => (
        <span className="flex flex-wrap justify-end gap-1 sm:justify-start">
          {scopes.map((scope) => (
            <Code key={scope}>{scope}</Code>
          ))}
        </span>
      ),
    },
    {
      title: 'Last used',
      cell: ({ last_used_at }) =>
        last_used_at === null ? <span className="text-muted">Never</span> : <Time instant={last_used_at} />,
    },
    {
      title: 'Actions',
      isActions: true,
      cell: (token) =>
        token.status === 'active' && (
          <Button isSmall aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
            Revoke
          </Button>
        ),
    },
  ];
}

function RevokeTokenDialog({ token, onClose }: { token: PersonalAccessToken; onClose: () => void }) {
  const revoke = useRevokeToken(token.id);
  const { last_used_at } = token;
  return (
    <ConfirmDialog
      title={`Revoke ${token.name}?`}
      action="Revoke token"
      error={revoke.error}
      isPending={revoke.isPending}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(undefined, {
          onSuccess: () => {
            showToast(`${token.name} revoked.`);
            onClose();
          },
        })
      }
    >
      <p>
        Requests with <span className="font-mono">{token.start}…</span> are refused immediately. This
        can&apos;t be undone.
      </p>
      <p className="font-medium">
        {last_used_at === null ? 'It has never been used.' : `Last used ${relativeTime(last_used_at)}.`}
      </p>
    </ConfirmDialog>
  );
}
